"""Outputs that are made to hang a reader, or to make it invent a label: none may be read."""

import pytest

from mercalli.inputs.answers.answer import READ
from tests.inputs.answers.readers import reader

LENGTH = 100_000
HOSTILE = (
    *("{", "[", "(", "<", '"', "'", "`", "*", "_", "~", "#", "|", ">", "=", "-", ".", "?", "a", "1", "\n"),
    *("not not ", "Label: ", "Label: x. ", "Label: x\n", "<think>", "</think>", "[/INST]", "```", "-> ", "A) "),
    *('{"a":', "[1,", '"\\', "'a ", '5" ', "_a", "\\boxed{", "\\text{", "<answer>", "#### x\n", "so the "),
    *("&#", "&amp;", "http://", "Tweet: x\n", "Tweet:\n", "x\n", "classify x as ", "the final ", "I cannot "),
    *("1. ", "? no ", "flash and ", "<p>", "<|im_start|>user", "\x00", "\ud800", "\u0130", "\xdf"),
    *("\u0301\u0316", "\ufdfa", "\U0001f30a"),
)


@pytest.mark.parametrize("piece", HOSTILE, ids=ascii)
def test_a_long_run_of_anything_is_not_read(piece):
    output = piece * (LENGTH // len(piece))

    assert reader(options=None).answer(output, "the text of an item").outcome != READ


def test_brackets_in_brackets_are_not_read():
    assert reader().answer("[" * (LENGTH // 2) + "]" * (LENGTH // 2)).outcome != READ


def test_an_object_as_deep_as_python_can_make_it_is_not_read():
    data = {"label": "flood"}
    for _ in range(900):
        data = {"x": data}

    assert reader().answer(data).outcome != READ


def test_no_word_or_line_comes_about_where_a_long_output_is_cut():
    filler = "x" * 16_379

    assert reader().answer(f"{filler} non-{'y' * 10}\nflood-related {'z ' * 24_570}").outcome != READ


def test_the_end_of_a_long_output_is_read():
    assert reader().answer(f"{'hm ' * 40_000}\nFinal answer: flood").label == "flood"


def test_numbers_that_are_too_long_are_no_trouble():
    assert reader().answer('{"label": ' + "9" * 10_000 + "}").outcome != READ
    assert reader().answer("&#" + "9" * 10_000 + ";").outcome != READ
