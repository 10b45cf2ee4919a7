"""Tables, options, rules and maps from files."""

import pytest

from mercalli.errors import ColumnError, FileError, SettingError
from mercalli.inputs.answers.reader import Reader
from mercalli.inputs.answers.rules import Rules
from mercalli.inputs.classes import ClassList
from mercalli.io.answers import match_rules, read_answer_map, read_answer_rules, read_answer_tables, read_options
from mercalli.io.cells import csv_text

CLASSES = ClassList(("flood", "fire"))


def written(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_rules_are_matched_before_outputs_are_read(tmp_path):
    path = written(tmp_path, "rules.toml", "[[rule]]\npattern = '=> *(?P<label>\\w+)'\n")
    outputs = ["=> fire => flood", "nothing", 3.0]

    rules = match_rules(read_answer_rules(path), outputs)

    assert rules.matched == {"=> fire => flood": "flood"}
    assert Reader.of(CLASSES, read_answer_tables(), rules=rules).answer(outputs[0]).label == "flood"


def test_the_first_rule_that_matches_decides_and_may_take_its_first_match(tmp_path):
    text = "[[rule]]\npattern = '<(?P<label>\\w+)>'\nwhich = 'first'\n[[rule]]\npattern = '(?P<label>fire)'\n"

    rules = match_rules(read_answer_rules(written(tmp_path, "rules.toml", text)), ["<a> <b> fire", "fire"])

    assert rules.matched == {"<a> <b> fire": "a", "fire": "fire"}


@pytest.mark.parametrize("pattern", ["(?=x)(?P<label>a)", "(?P<label>a)(?P=label)", "(?P<label>(a{1000}){1000})"])
def test_a_pattern_that_cannot_be_matched_in_linear_time_is_refused(tmp_path, pattern):
    path = written(tmp_path, "rules.toml", f"[[rule]]\npattern = '{pattern}'\n")

    with pytest.raises(SettingError, match="cannot be matched in linear time"):
        read_answer_rules(path)


@pytest.mark.parametrize("which", ["{}", "[]", "'middle'", "1"])
def test_which_match_is_meant_is_one_of_two_words(tmp_path, which):
    path = written(tmp_path, "rules.toml", f"[[rule]]\npattern = '(?P<label>a)'\nwhich = {which}\n")

    with pytest.raises(SettingError, match="first"):
        read_answer_rules(path)


def test_a_pattern_that_explodes_elsewhere_is_matched():
    rules = Rules.check({"rule": [{"pattern": "(?P<label>(a+)+)$"}]})

    assert match_rules(rules, ["a" * 50_000 + "!"]).matched == {}


def test_a_map_that_was_written_by_us_is_read_back(tmp_path):
    rows = [("- flood", "read", "fire", 3), ('two\nlines, "quoted"', "refused", "", 1), ("=1+1", "missing", "", 1)]
    path = written(tmp_path, "map.csv", csv_text(("output", "outcome", "label", "count"), rows))

    answers = read_answer_map(path, CLASSES)

    assert [answers.get(output).outcome for output, *_ in rows] == ["read", "refused", "missing"]


@pytest.mark.parametrize(
    ("text", "error", "problem"),
    [
        ("output,label\n", ColumnError, "There is no column 'outcome' in 'map.csv'"),
        ("", ColumnError, "There is no column 'output' in 'map.csv'"),
        ("output,outcome,label\nx,read\n", FileError, "Line 2 of 'map.csv' has 2 cells; the header has 3"),
        ('output,outcome,label\n"x,read', FileError, "Line 2 of 'map.csv' does not read as CSV"),
        (
            'output,outcome,label\n"a\nb",read,fire\nc,read,hail\n',
            FileError,
            "Line 4 of 'map.csv' has the label 'hail'",
        ),
        ("output,outcome,label\nx,read,fire\nx,read,flood\n", FileError, "another answer than line 2"),
    ],
)
def test_a_map_that_cannot_be_is_refused_with_its_line(tmp_path, text, error, problem):
    with pytest.raises(error, match=problem):
        read_answer_map(written(tmp_path, "map.csv", text), CLASSES)


def test_options_are_read_as_the_prompt_showed_them(tmp_path):
    options = read_options(written(tmp_path, "options.txt", "(0) flood\n\n1. Fire\n"), CLASSES)

    assert options.meaning == {"0": "flood", "1": "fire"}


@pytest.mark.parametrize(
    ("text", "problem"), [("flood\n", "Line 1 .* is no option"), ("A) flood\na) fire\n", "Line 2 .* a second time")]
)
def test_options_that_cannot_be_are_refused_with_their_line(tmp_path, text, problem):
    with pytest.raises(FileError, match=problem):
        read_options(written(tmp_path, "options.txt", text), CLASSES)
