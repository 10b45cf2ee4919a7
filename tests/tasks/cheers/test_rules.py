"""Rules of CHEERS: what is wrong with a run or a gold file, all of it, with line, ids and rule."""

from __future__ import annotations

import gzip
import json
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import mercalli
from mercalli.errors import MercalliError
from mercalli.tasks.cheers.errors import RunError
from tests.metrics.known_sets import GOLD, RUN
from tests.tasks.cheers.cheers_files import HEADER, PAGE_RUN, gold_text, run_text

FUZZ = settings(
    deadline=None,
    max_examples=40,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.fixture
def check(tmp_path):
    """Checks the text of a run against the ids of a gold file."""
    (tmp_path / "gold.csv").write_text(gold_text(), encoding="utf-8")

    def found(text, name="run.csv", **asked):
        (tmp_path / name).write_bytes(text.encode() if isinstance(text, str) else text)
        return mercalli.validate_cheers(tmp_path / name, gold=tmp_path / "gold.csv", **asked)

    return found


def changed(line, text):
    """The run with one line, counted from 1 at its header, put in place of another."""
    lines = run_text().splitlines()
    return "\n".join([*lines[: line - 1], *([text] if text else []), *lines[line:]]) + "\n"


BROKEN = {
    "flag": changed(3, "0,1,yes,1"),
    "sector": changed(3, "0,1,1,1.0"),
    "padded_sector": changed(3, "0,1,1,01"),
    "unknown_sector": changed(3, "0,1,1,11"),
    "irrelevant_with_sector": changed(3, "0,1,0,4"),
    "foreign": changed(3, "9,9,0,-1"),
    "missing": changed(3, ""),
    "repeated": changed(3, "0,0,0,-1"),
    "decimal_id": changed(3, "0.0,1,1,1"),
    "no_id": changed(3, ",1,1,1"),
}


def rules(found):
    return {problem.rule for problem in found.problems}


def test_a_run_that_keeps_the_rules_has_no_problems(check):
    found = check(run_text())
    assert (found.valid, found.rows, found.problems, found.warnings) == (True, 9, (), ())


@pytest.mark.parametrize("rule", BROKEN)
def test_a_broken_rule_is_named_with_its_line(rule, check):
    found = check(BROKEN[rule])
    problem = next(each for each in found.problems if each.rule == rule)
    assert not found.valid
    assert problem.line == (None if rule == "missing" else 3)


@pytest.mark.parametrize("sector", ["-2", "11", "99999999999999999999"])
def test_a_whole_number_that_is_no_sector_is_called_so(sector, check):
    assert rules(check(changed(3, f"0,1,1,{sector}"))) == {"unknown_sector"}


@pytest.mark.parametrize(
    ("ids", "called"),
    [
        ("0.0,1", {"decimal_id"}),
        ("0,1.", {"decimal_id"}),
        ("v1.0,1", {"foreign", "missing"}),
        ("0,1.5", {"foreign", "missing"}),
    ],
)
def test_whole_numbers_with_a_point_are_called_decimal_and_their_sentences_are_not_missing_too(ids, called, check):
    assert rules(check(changed(3, f"{ids},1,1"))) == called


def test_a_line_that_repeats_another_has_no_value(check):
    problem = next(each for each in check(BROKEN["repeated"]).problems if each.rule == "repeated")
    assert (problem.value, problem.says) == (None, "is repeated; it is first on line 2.")


def test_all_problems_of_a_file_are_listed_by_line(check):
    text = changed(3, "0,1,1,99").replace("2,4,0,-1", "2,4,2,-1")
    assert [(each.line, each.rule) for each in check(text).problems] == [(3, "unknown_sector"), (10, "flag")]


def test_a_line_may_break_several_rules(check):
    assert {"flag", "sector"} <= rules(check(changed(3, "0,1,,")))


def test_twenty_problems_are_listed_and_the_rest_counted(tmp_path):
    gold = {(0, at): (0, []) for at in range(50)}
    (tmp_path / "gold.csv").write_text(gold_text(gold), encoding="utf-8")
    (tmp_path / "run.csv").write_text(run_text(dict.fromkeys(gold, (2, -1))), encoding="utf-8")
    found = mercalli.validate_cheers(tmp_path / "run.csv", gold=tmp_path / "gold.csv")
    assert (len(found.problems), found.found) == (20, 50)
    with pytest.raises(RunError, match="and 30 more"):
        found.checked()


def test_the_sample_of_the_page_is_accepted_with_a_warning_and_refused_if_strict(check):
    found = check(PAGE_RUN)
    assert (found.valid, [each.line for each in found.warnings], found.warned) == (True, [8], 1)
    assert rules(check(PAGE_RUN, strict=True)) == {"relevant_without_sector"}


@pytest.mark.parametrize("text", ["﻿" + run_text(), run_text().replace("\n", "\r\n"), run_text().replace(",", ";")])
def test_marks_line_ends_and_other_delimiters_are_read(text, check):
    assert check(text).valid


def test_a_packed_run_is_read(check):
    assert check(gzip.compress(run_text().encode()), "run.csv.gz").valid


def test_lines_are_counted_where_values_hold_breaks(tmp_path):
    gold = {**GOLD, (2, 4): (3, [])}
    (tmp_path / "gold.csv").write_text(gold_text(gold), encoding="utf-8")
    (tmp_path / "run.csv").write_text(run_text(), encoding="utf-8")
    with pytest.raises(RunError, match=r"line 18: \(2, 4\) has is_relevant '3'"):
        mercalli.score_cheers(tmp_path / "run.csv", gold=tmp_path / "gold.csv")


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("[a]", "must be a list of whole numbers"),
        ("['2', '4']", "must be a list of whole numbers"),
        ("2, 4", "must be a list of whole numbers"),
        ("", "has sector_ids nothing"),
        ("[11]", "some of these are not sectors; the sectors are 0 to 10"),
        ("[-1]", "must be a list of whole numbers"),
    ],
)
def test_a_gold_file_with_a_strange_list_is_refused(cell, words, tmp_path):
    gold = {**GOLD, (0, 1): (1, cell)}
    (tmp_path / "gold.csv").write_text(gold_text(gold), encoding="utf-8")
    (tmp_path / "run.csv").write_text(run_text(), encoding="utf-8")
    with pytest.raises(RunError, match=words):
        mercalli.score_cheers(tmp_path / "run.csv", gold=tmp_path / "gold.csv")


def test_a_list_of_ten_is_not_sector_one(tmp_path):
    gold = {(0, 0): (1, [10]), (0, 1): (1, [1])}
    (tmp_path / "gold.csv").write_text(gold_text(gold), encoding="utf-8")
    (tmp_path / "run.csv").write_text(run_text({(0, 0): (1, 1), (0, 1): (1, 1)}), encoding="utf-8")
    result = mercalli.score_cheers(tmp_path / "run.csv", gold=tmp_path / "gold.csv", replicates=0)
    assert result.systems[0].scores["sectorids_accuracy"] == 0.5


def test_sectors_of_an_irrelevant_sentence_are_refused(tmp_path):
    gold = {**GOLD, (0, 0): (0, [3])}
    (tmp_path / "gold.csv").write_text(gold_text(gold), encoding="utf-8")
    (tmp_path / "run.csv").write_text(run_text(), encoding="utf-8")
    with pytest.raises(RunError, match="but is_relevant 0"):
        mercalli.score_cheers(tmp_path / "run.csv", gold=tmp_path / "gold.csv")


def test_wrong_columns_are_named(check):
    with pytest.raises(RunError, match=r"missing: 'sector_id', unknown: 'sector'.*Did you mean 'sector'"):
        check(run_text().replace("sector_id", "sector")).checked()
    with pytest.raises(RunError, match="missing: 'doc_id'"):
        check(run_text().replace(",", " ")).checked()


def test_a_header_that_is_repeated_is_refused_at_once(check):
    assert {"flag", "foreign"} <= rules(check("\n".join([HEADER] * 900)))
    with pytest.raises(RunError, match="more than 1,018 lines where 9 sentences were asked for"):
        check("\n".join([HEADER] * 40_000)).checked()
    with pytest.raises(RunError, match="more than such a run can need"):
        check(",".join([HEADER] * 40_000) + "\n").checked()
    with pytest.raises(MercalliError, match="two columns named 'doc_id'"):
        check(",".join([HEADER] * 1_000) + "\n").checked()


def test_a_file_that_unpacks_to_far_too_much_is_refused(check):
    bomb = gzip.compress(run_text().encode() + b"0" * (1 << 26))
    with pytest.raises(RunError, match="more than such a run can need"):
        check(bomb, "bomb.csv.gz").checked()


def test_a_gold_file_without_labels_serves_to_check_a_run(tmp_path):
    public = "doc_id,sentence_id\n" + "".join(f"{doc},{sentence}\n" for doc, sentence in GOLD)
    (tmp_path / "public.csv").write_text(public, encoding="utf-8")
    (tmp_path / "run.csv").write_text(run_text(), encoding="utf-8")
    assert mercalli.validate_cheers(tmp_path / "run.csv", gold=tmp_path / "public.csv").valid


@pytest.mark.parametrize("rule", BROKEN)
def test_what_is_said_of_a_run_does_not_depend_on_labels(rule, tmp_path):
    told = []
    for name, gold in (
        ("one", GOLD),
        ("two", {key: (1, [6]) for key in GOLD}),
        ("three", dict.fromkeys(GOLD, (9, "?"))),
    ):
        (tmp_path / f"{name}.csv").write_text(gold_text(gold), encoding="utf-8")
        (tmp_path / "run.csv").write_text(BROKEN[rule], encoding="utf-8")
        told.append(mercalli.validate_cheers(tmp_path / "run.csv", gold=tmp_path / f"{name}.csv"))
    assert told[0] == told[1] == told[2]


def test_ids_that_stand_twice_in_the_gold_file_are_refused(tmp_path):
    (tmp_path / "gold.csv").write_text("doc_id,sentence_id\n0,0\n0,0\n,1\n", encoding="utf-8")
    (tmp_path / "run.csv").write_text(run_text(), encoding="utf-8")
    with pytest.raises(RunError) as error:
        mercalli.validate_cheers(tmp_path / "run.csv", gold=tmp_path / "gold.csv")
    assert error.value.details == (
        "line 3: (0, 0) is repeated; it is first on line 2.",
        "line 4: (, 1) has no doc_id or sentence_id.",
    )


def test_a_gold_file_without_sentences_is_refused(tmp_path):
    (tmp_path / "gold.csv").write_text("doc_id,sentence_id,is_relevant,sector_ids\n", encoding="utf-8")
    (tmp_path / "run.csv").write_text(HEADER + "\n", encoding="utf-8")
    for work in (mercalli.validate_cheers, mercalli.score_cheers):
        with pytest.raises(RunError, match="has no sentences"):
            work(tmp_path / "run.csv", gold=tmp_path / "gold.csv")


def test_a_run_without_sentences_lacks_all_of_them(check):
    found = check(HEADER + "\n")
    assert (rules(found), found.found) == ({"missing"}, 9)


def test_several_files_are_not_one_run(tmp_path, check):
    assert check(run_text(), "part_1.csv").valid
    assert check(run_text(), "part_2.csv").valid
    with pytest.raises(RunError, match="one file each"):
        mercalli.validate_cheers(tmp_path / "part_*.csv", gold=tmp_path / "gold.csv")


MAPS = {
    '{"Health": 1, "WASH": 1}': "the id 1 is there twice",
    '{"Health": 1, "Health": 2}': "the name 'Health' is there twice",
    '{"Health": "1"}': "whole number from 0 to 999999999; found '1'",
    '{"Health": -1}': "whole number from 0 to 999999999; found -1",
    '{"Health": true}': "whole number from 0 to 999999999; found True",
    '{"Health": 1000000000}': "whole number from 0 to 999999999; found 1000000000",
    "[1, 2]": "it is not an object",
    "{}": "it is empty",
    '{"Health": 1': "it is not complete JSON",
}


@pytest.mark.parametrize("text", MAPS)
def test_a_strange_sector_map_is_refused(text, tmp_path, check):
    (tmp_path / "map.json").write_text(text, encoding="utf-8")
    with pytest.raises(RunError, match=MAPS[text]):
        check(run_text(), sectors=tmp_path / "map.json")


def test_the_map_beside_the_gold_file_is_used(tmp_path, check):
    (tmp_path / "immap_sector_name_to_id.json").write_text(json.dumps({"Health": 1, "WASH": 3}), encoding="utf-8")
    assert rules(check(run_text())) == {"unknown_sector"}
    (tmp_path / "other_sector_name_to_id.json").write_text("{}", encoding="utf-8")
    with pytest.raises(RunError, match="Several sector maps"):
        check(run_text())


ODD = st.sampled_from(
    ["", "0", "1", "-1", "1.0", "11", "10", "x", " 1 ", '"', "1e0", "0,", "'1'", "01", "+1", "\ufeff", "nan"]
)
CELL = ODD | st.integers(-3, 12).map(str)


def keeps_the_rules(lines):
    """Whether every sentence has one line that is as it must be."""
    seen = {}
    for doc, sentence, flag, sector in lines:
        ids = (doc.strip(), sentence.strip())
        fits = (flag.strip() == "0" and sector.strip() == "-1") or (
            flag.strip() == "1" and sector.strip() in {"-1", *map(str, range(11))}
        )
        if not fits or ids in seen:
            return False
        seen[ids] = fits
    return seen.keys() == {(str(doc), str(sentence)) for doc, sentence in GOLD}


@FUZZ
@given(data=st.data())
def test_no_run_crashes_and_none_is_scored_that_breaks_a_rule(data, tmp_path):
    lines = [[str(cell) for cell in (*key, *value)] for key, value in RUN.items()]
    for _ in range(data.draw(st.integers(0, 3))):
        row, column = data.draw(st.integers(0, 8)), data.draw(st.integers(0, 3))
        lines[row] = [*lines[row][:column], data.draw(CELL), *lines[row][column + 1 :]]
    text = "\n".join([HEADER, *(",".join(line) for line in lines)]) + "\n"
    (tmp_path / "gold.csv").write_text(gold_text(), encoding="utf-8")
    (tmp_path / "run.csv").write_text(text, encoding="utf-8")
    try:
        mercalli.score_cheers(tmp_path / "run.csv", gold=tmp_path / "gold.csv", replicates=0)
    except MercalliError:
        assert not keeps_the_rules(lines)
    else:
        assert keeps_the_rules(lines)


@FUZZ
@given(content=st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_no_bytes_crash_a_check(content, tmp_path):
    (tmp_path / "gold.csv").write_text(gold_text(), encoding="utf-8")
    (tmp_path / "run.csv").write_bytes(HEADER.encode() + b"\n" * (len(content) % 2) + content)
    with suppress(MercalliError):
        assert not mercalli.validate_cheers(tmp_path / "run.csv", gold=tmp_path / "gold.csv").valid
