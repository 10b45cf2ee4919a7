"""What names no class is refused at the door, wherever labels come from."""

from __future__ import annotations

import pytest

import mercalli
from mercalli.errors import ClassError
from mercalli.inputs.classes import ClassList
from tests.shell.screen import refused

STRANGE = {
    "Infinity": "is no class",
    "-Infinity": "is no class",
    '["fire"]': "is a list or an object of JSON",
    "[1]": "is a list or an object of JSON",
    '{"label": "fire"}': "is a list or an object of JSON",
    "fi\x00re": "holds a control code",
    "fi\x1bre": "holds a control code",
}
NAMES = ("[0, 10]", "[none]", "{x}", "inf", "a\tb", "feu\u0085", "[" * 5000 + "]" * 5000)


@pytest.mark.parametrize("label", STRANGE)
def test_what_names_no_class_is_refused(label):
    for make in (ClassList.inferred, ClassList.check):
        with pytest.raises(ClassError, match=STRANGE[label]):
            make([label, "flood"])
    with pytest.raises(ClassError, match=STRANGE[label]):
        mercalli.evaluate(truth=[label, "flood"] * 5, pred=["flood"] * 10, replicates=0)


@pytest.mark.parametrize("label", NAMES)
def test_what_only_looks_strange_is_a_class(label):
    assert label.strip() in ClassList.inferred([label.strip(), "flood"]).names


LINES = {
    "number": ("Infinity", "holds 'Infinity' (first at row 2"),
    "list": ('["fire"]', "is a list or an object of JSON"),
    "object": ('{"a": "fire"}', "is a list or an object of JSON"),
    "code": ('"fi\\u0000re"', r"holds 'fi\x00re' (first at row 2"),
}
CALLS = (
    ("evaluate", "--truth", "truth", "--pred", "pred"),
    ("models", "--truth", "truth", "--pred", "pred"),
    ("threshold", "--truth", "truth", "--score", "score", "--positive", "flood"),
    ("rank", "--truth", "truth", "--score", "score", "--positive", "flood"),
)


@pytest.mark.parametrize("case", LINES)
@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0])
def test_json_lines_give_no_strange_classes(case, call, mercalli, written):
    value, says = LINES[case]
    rows = f'{{"truth": "flood", "pred": "flood", "score": 0.5}}\n{{"truth": {value}, "pred": "flood", "score": 0.2}}\n'
    written("rows.jsonl", rows * 10)
    assert says in refused(mercalli(call[0], "rows.jsonl", *call[1:]))
