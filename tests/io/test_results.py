"""Results to files and back."""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

import mercalli
from mercalli.errors import FileError, ResultError

TRUTH = ["fire", "flood", "fire", "flood", "storm", "fire"] * 10
PRED = ["fire", "flood", "flood", "flood", "fire", "fire"] * 10
OTHER = ["fire", "fire", "fire", "flood", "storm", "flood"] * 10


def evaluated(seed=0, **given):
    roles = {"truth": TRUTH, "pred": PRED, "by": {"event": ["quake", "wave"] * 30}, "replicates": 100}
    return mercalli.evaluate(**{**roles, **given}, seed=seed)


def compared(seed=0):
    return mercalli.compare(truth=TRUTH, pred={"one": PRED, "two": OTHER}, replicates=100, seed=seed)


def undefined():
    """Most metrics have nothing to divide by here."""
    return mercalli.evaluate(truth=["fire"], pred=["fire"], classes=["fire", "flood", "storm"], replicates=100)


def half_undefined():
    pred = {"one": ["fire"] * 5, "two": ["flood"] * 5}
    return mercalli.compare(truth=["fire"] * 5, pred=pred, classes=["fire", "flood", "storm"], replicates=100)


def profiled():
    return mercalli.evaluate(
        truth=["caution_and_advice", "not_humanitarian"] * 5,
        pred=["caution_and_advice"] * 10,
        profile="humaid",
        replicates=100,
    )


def names_in(folder):
    return [each.name for each in folder.iterdir()]


RESULTS = pytest.mark.parametrize("made", [evaluated, compared, undefined, half_undefined, profiled])


@RESULTS
def test_what_is_read_back_equals_what_was_written(made, tmp_path):
    result = made()
    mercalli.write_result(result, tmp_path / "result.json")
    assert mercalli.read_result(tmp_path / "result.json") == result


@RESULTS
def test_the_same_input_and_seed_give_the_same_bytes(made):
    assert mercalli.to_json(made()) == mercalli.to_json(made())


@pytest.mark.parametrize("made", [evaluated, compared])
def test_another_seed_gives_other_intervals_but_the_same_values(made):
    changed = {change.path.rsplit(".")[-1] for change in mercalli.diff(made(seed=0), made(seed=1))}
    assert {"low", "high", "seed"} <= changed
    assert not changed & {"value", "n", "digest", "difference", "first", "second"}


@RESULTS
def test_json_is_strict(made):
    def refused(token):
        pytest.fail(f"{token} is not JSON")

    content = json.loads(mercalli.to_json(made()), parse_constant=refused)
    assert content["seal"].startswith("sha256:")


def test_what_is_undefined_is_null_with_its_reason():
    content = json.loads(mercalli.to_json(undefined()))
    mcc = next(each for each in content["systems"][0]["measures"] if each["metric"] == "mcc")
    assert mcc["value"] is None
    assert mcc["undefined"]


def test_json_has_no_numpy_in_it():
    result = mercalli.evaluate(truth=np.array([0, 1, 1]), pred=np.array([0, 1, 0]), by={"year": np.array([1, 2, 2])})
    assert mercalli.from_json(mercalli.to_json(result)) == result


def test_labels_of_every_alphabet_are_kept(tmp_path):
    result = mercalli.evaluate(truth=["إعصار", "地震", "crue"], pred=["إعصار", "crue", "crue"], replicates=0)
    mercalli.write_result(result, tmp_path / "result.json")
    assert "地震" in (tmp_path / "result.json").read_text(encoding="utf-8")
    assert mercalli.read_result(tmp_path / "result.json") == result


def test_a_result_that_an_editor_marked_as_utf8_is_read(tmp_path):
    text = mercalli.to_json(evaluated())
    (tmp_path / "result.json").write_text(text, encoding="utf-8-sig")
    assert mercalli.to_json(mercalli.read_result(tmp_path / "result.json")) == text


def test_another_layout_of_the_same_json_is_still_sealed():
    text = mercalli.to_json(evaluated())
    assert mercalli.from_json(json.dumps(json.loads(text))) == mercalli.from_json(text)


def numbers_in(text):
    """Where a digit stands in the JSON, a few of them."""
    places = [at for at, letter in enumerate(text) if letter.isdigit()]
    return places[:: max(1, len(places) // 25)]


def test_one_changed_digit_anywhere_is_detected():
    text = mercalli.to_json(evaluated())
    for at in numbers_in(text):
        digit = "1" if text[at] != "1" else "2"
        changed = text[:at] + digit + text[at + 1 :]
        if json.loads(changed) == json.loads(text):  # the last digit of 17 may be that of the same number
            continue
        with pytest.raises(ResultError):
            mercalli.from_json(changed)


def test_an_added_note_is_detected():
    content = json.loads(mercalli.to_json(evaluated()))
    content["systems"][0]["notes"].append("Approved.")
    with pytest.raises(ResultError, match="changed after it was sealed"):
        mercalli.from_json(json.dumps(content))


def test_a_result_that_is_cut_off_is_detected_wherever_it_ends():
    text = mercalli.to_json(evaluated())
    for end in range(0, len(text) - 2, len(text) // 25):
        with pytest.raises(ResultError):
            mercalli.from_json(text[:end])


def test_writing_replaces_an_older_result(tmp_path):
    mercalli.write_result(evaluated(seed=1), tmp_path / "result.json")
    mercalli.write_result(evaluated(seed=2), tmp_path / "result.json")
    assert mercalli.read_result(tmp_path / "result.json") == evaluated(seed=2)


def test_writing_leaves_nothing_else_behind(tmp_path):
    mercalli.write_result(evaluated(), tmp_path / "result.json")
    assert names_in(tmp_path) == ["result.json"]


def test_a_result_that_cannot_be_written_leaves_the_older_one_whole(tmp_path):
    mercalli.write_result(evaluated(seed=1), tmp_path / "result.json")
    result = evaluated()
    unsound = replace(result, provenance=replace(result.provenance, settings={"seed": float("nan")}))
    with pytest.raises(ValueError, match="JSON"):
        mercalli.write_result(unsound, tmp_path / "result.json")
    assert mercalli.read_result(tmp_path / "result.json") == evaluated(seed=1)
    assert names_in(tmp_path) == ["result.json"]


def test_a_folder_that_does_not_exist_is_a_file_error(tmp_path):
    with pytest.raises(FileError, match="cannot be written"):
        mercalli.write_result(evaluated(), tmp_path / "nowhere" / "result.json")
    assert names_in(tmp_path) == []


@pytest.mark.skipif(os.name == "nt" or os.getuid() == 0, reason="nothing is forbidden to the administrator")
def test_a_folder_that_may_not_be_written_is_a_file_error(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(FileError, match="cannot be written"):
        mercalli.write_result(evaluated(), tmp_path / "result.json")


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="only where /proc refuses files to everyone")
def test_a_place_that_refuses_files_is_a_file_error():
    with pytest.raises(FileError, match="cannot be written"):
        mercalli.write_result(evaluated(), "/proc/result.json")


def test_a_folder_in_the_place_of_the_file_is_a_file_error_and_stays_as_it_was(tmp_path):
    (tmp_path / "result.json").mkdir()
    with pytest.raises(FileError, match="cannot be written"):
        mercalli.write_result(evaluated(), tmp_path / "result.json")
    assert names_in(tmp_path) == ["result.json"]


def test_a_file_in_the_place_of_the_folder_is_a_file_error(tmp_path):
    (tmp_path / "notes.txt").write_text("x")
    with pytest.raises(FileError, match="cannot be written"):
        mercalli.write_result(evaluated(), tmp_path / "notes.txt" / "result.json")


def resealed(change):
    """A result changed by someone who knows how it is sealed."""
    content = json.loads(mercalli.to_json(evaluated(by=None)))
    del content["seal"]
    change(content)
    plain = json.dumps(content, indent=1, ensure_ascii=False)
    return json.dumps({**content, "seal": f"sha256:{sha256(plain.encode()).hexdigest()}"})


def test_resealing_what_was_not_changed_gives_the_result():
    assert mercalli.from_json(resealed(lambda content: None)) == evaluated(by=None)  # noqa: ARG005 - changes nothing


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda content: content.pop("systems"), "it lacks 'systems'"),
        (lambda content: content.update(opinion="good"), "does not know: 'opinion'"),
        (lambda content: content.update(systems=3), "systems must be a list; found 3"),
        (lambda content: content.update(systems={}), "systems must be a list; found {}"),
        (lambda content: content["systems"].append(None), r"systems\[1\] must be an object; found None"),
        (
            lambda content: content["systems"][0].update(n="60"),
            r"systems\[0\].n must be a count \(0 or more\); found '60'",
        ),
        (
            lambda content: content["systems"][0].update(n=True),
            r"systems\[0\].n must be a count \(0 or more\); found True",
        ),
        (
            lambda content: content["systems"][0].update(n=60.5),
            r"systems\[0\].n must be a count \(0 or more\); found 60.5",
        ),
        (lambda content: content["systems"][0].update(name=None), r"systems\[0\].name must be a text; found None"),
        (
            lambda content: content["systems"][0]["table"]["cells"].append(1),
            r"table.cells\[3\] must be a list; found 1",
        ),
        (
            lambda content: content["provenance"]["settings"].update(seed=[]),
            r"provenance.settings.seed must be a text or a number or null; found \[\]",
        ),
        (lambda content: content.update(format=2), "was written in format 2; this version reads format 1"),
    ],
)
def test_a_sealed_result_of_another_shape_is_refused(change, told):
    with pytest.raises(ResultError, match=told):
        mercalli.from_json(resealed(change))


@pytest.mark.parametrize(
    "text", ["", "3", "[]", "null", "[" * 100_000, '{"mercalli": {}}', '{"mercalli": "evaluation"}', "9" * 5000]
)
def test_text_that_is_no_result_is_refused(text):
    with pytest.raises(ResultError):
        mercalli.from_json(text)


@pytest.mark.parametrize("number", ["NaN", "-Infinity", "1e999"])
def test_a_number_that_is_not_finite_is_refused(number):
    text = re.sub(r'"value": [0-9.]+', f'"value": {number}', mercalli.to_json(evaluated()), count=1)
    with pytest.raises(ResultError):
        mercalli.from_json(text)


@pytest.mark.parametrize("path", [".", "..", "a\0b", "r" * 300, "nowhere/" + "r" * 300])
def test_a_path_that_cannot_be_a_file_is_a_file_error(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileError, match="cannot be written"):
        mercalli.write_result(evaluated(), path)
    with pytest.raises(FileError):
        mercalli.read_result(path)
    assert names_in(tmp_path) == []


def test_a_name_as_long_as_the_system_allows_can_be_written(tmp_path):
    name = "r" * 250 + ".json"
    mercalli.write_result(evaluated(), tmp_path / name)
    assert names_in(tmp_path) == [name]


def sealed_by_others(text):
    """Sealed again by whoever changed it: a seal is no signature."""
    body = re.sub(r',\n "seal": "[^"]*"', "", text.rstrip("\n"))
    content = json.dumps(json.loads(body), indent=1, ensure_ascii=False)
    return body[:-2] + f',\n "seal": "sha256:{sha256(content.encode()).hexdigest()}"\n}}\n'


def test_a_key_that_stands_twice_is_refused_whatever_the_seal_says():
    text = mercalli.to_json(evaluated()).replace('{\n "mercalli"', '{\n "notes": ["all is well"],\n "mercalli"', 1)
    with pytest.raises(ResultError, match="the key 'notes' stands twice"):
        mercalli.from_json(sealed_by_others(text))


@pytest.mark.parametrize("number", ["1e999", "9" * 400])
def test_a_number_that_is_too_large_is_refused(number):
    text = re.sub(r'"value": [0-9.]+', f'"value": {number}', mercalli.to_json(evaluated()), count=1)
    with pytest.raises(ResultError, match="is too large for a"):
        mercalli.from_json(text)
