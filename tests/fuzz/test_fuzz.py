"""The fuzzer, for a short time: every promise holds of some hundred runs, and a broken promise would be seen."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from fuzz import checks, dresses
from fuzz.cases import JSON, SLOTS, Case, case
from fuzz.engines import ENGINES, FUNCTIONS, EngineTwin, takes_engines
from fuzz.found import keep
from fuzz.sandbox import Ended, sandbox
from fuzz.session import fuzz
from fuzz.slots import LEAVES

SEED, RUNS = 2, 45


@pytest.fixture(scope="module")
def box():
    with sandbox() as made:
        yield made


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """What is found is kept in a folder of the test."""
    monkeypatch.chdir(tmp_path)


def ended(tmp_path, **changes):
    """A run that went well, but for some changes."""
    return replace(Ended(0, "", "", tmp_path, {"work/a": "1"}, {"work/a": "1"}), **changes)


def one_of(name):
    """The case of a good call."""
    slot = next(each for each in SLOTS if each.name == name)
    return Case(slot, tuple(word.replace("{file}", "given.csv") for word in slot.arguments))


def test_no_promise_is_broken(box):
    tally = fuzz(box, SEED, range(len(SLOTS), len(SLOTS) + RUNS))
    assert not tally.found, "\n".join(tally.found)
    assert tally.ends.total() >= RUNS


def test_every_result_that_is_printed_can_be_read_again(box):
    of_files = {"stress make"}  # its JSON is about a file that it writes
    wanted = [slot.table and JSON in slot.options and slot.name not in of_files for slot in SLOTS]
    printed = [number for number, is_wanted in enumerate(wanted) if is_wanted]
    for number in printed:
        made = case(SEED, number, box.ground)
        with box.ended(replace(made, arguments=(*made.arguments, JSON))) as done:
            assert checks.faults(replace(made, arguments=(*made.arguments, JSON)), done) == []
            assert done.code == 0, done.err


BY_ENGINE = [slot for slot in SLOTS if slot.table and takes_engines(slot)]


@pytest.mark.parametrize("slot", BY_ENGINE, ids=lambda slot: slot.name)
def test_every_engine_gives_the_numbers_of_the_command(slot, box):
    given = dresses.read(slot.goods[0][1].encode())
    arguments = tuple(word.replace("{file}", "given.csv") for word in (*slot.arguments, JSON))
    made = Case(slot, arguments, (("given.csv", dresses.written(given)),))
    with box.ended(made) as done:
        for engine in ENGINES:
            twin = EngineTwin(engine, given, typed=engine != "lists")
            assert checks.same_by_engine(replace(made, engine=twin), done) == []
        fewer = EngineTwin("polars", given[:-1], typed=True)
        assert checks.same_by_engine(replace(made, engine=fewer), done)


def test_every_function_that_takes_any_table_is_given_to_engines():
    assert {" ".join(slot.path) for slot in BY_ENGINE} == set(FUNCTIONS)


def test_every_command_has_a_slot():
    assert {slot.path for slot in SLOTS} == set(LEAVES)


def test_a_seed_and_a_number_give_the_same_case(box):
    numbers = range(0, 1_000, 97)
    assert [case(3, number, box.ground) for number in numbers] == [case(3, number, box.ground) for number in numbers]


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"code": 70}, "exit code 70"),
        ({"code": -14}, "exit code -14"),
        ({"code": 1}, "without a gate"),
        ({"code": 2}, "without a word"),
        ({"code": 2, "err": "mercalli: a\nmercalli: b\n"}, "2 messages"),
        ({"err": "Traceback (most recent call last)"}, "Traceback"),
        ({"out": "recall nan"}, "'nan' on the screen"),
        ({"after": {}}, "not to be written: ['work/a']"),
        ({"after": {"work/a": "2"}}, "replaced ['work/a']"),
        ({"after": {"work/a": "1", "tmp/left": "3"}}, "['tmp/left']"),
        ({"code": 2, "err": "mercalli: no\n", "after": {"work/a": "1", "work/out": "folder"}}, "refused, but changed"),
    ],
)
def test_a_broken_promise_is_seen(changes, says, tmp_path):
    assert says in " ".join(checks.faults(one_of("evaluate"), ended(tmp_path, **changes)))


@pytest.mark.parametrize("name", ["diff", "reproduce"])
def test_results_that_differ_break_no_promise(name, tmp_path):
    slot = next(each for each in SLOTS if each.path == (name,))
    assert checks.faults(Case(slot, slot.arguments), ended(tmp_path, code=1)) == []


def test_a_folder_that_is_not_as_its_manifest_says_is_seen(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "result.json").write_text("{}")
    found = ended(tmp_path, after={"work/a": "1", "out/result.json": "2"})
    assert "no manifest" in str(checks.whole(one_of("evaluate"), found))


def test_what_is_no_result_is_seen(tmp_path):
    asked = replace(one_of("evaluate"), arguments=("evaluate", "given.csv", "--json"))
    assert "NaN is not JSON" in str(checks.readable(asked, ended(tmp_path, out='{"a": NaN}')))


def test_other_numbers_of_the_same_rows_are_seen(tmp_path):
    first, second = (ended(tmp_path, out=json.dumps({"value": value, "seal": str(value)})) for value in (1, 2))
    asked = replace(one_of("evaluate"), twin=one_of("evaluate"))
    assert checks.same_numbers(asked, first, second) == ["other numbers: .value: 1 and 2"]


def test_what_is_found_can_be_run_again(box):
    made = case(4, len(SLOTS) + 5, box.ground)
    folder = keep(box, made, 4, len(SLOTS) + 5, ["exit code 70"])
    assert f"--seed 4 --run {len(SLOTS) + 5}" in (folder / "again.txt").read_text()
    assert {name: Path(folder, "work", name).read_bytes() for name, _ in made.files} == dict(made.files)
