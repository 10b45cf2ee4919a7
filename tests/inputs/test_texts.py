"""Labelled texts are checked once, and what cannot be learnt from is told."""

import numpy as np
import pytest

from mercalli.errors import ClassError, EmptyError, LengthError, SettingError, TextError
from mercalli.inputs.classes import ClassList
from mercalli.inputs.texts import LabelledTexts

TEXTS = ["smoke", "water", "ash"]


def test_spellings_of_a_label_are_one_class():
    data = LabelledTexts.check(TEXTS, ["Not humanitarian", "flood", "not_humanitarian"])
    assert (data.classes, data.codes.tolist()) == (("Not humanitarian", "flood"), [0, 1, 0])


def test_classes_that_are_known_keep_their_order_and_their_other_spellings():
    known = ClassList(("flood", "fire", "quake"), {"blaze": "fire"})
    data = LabelledTexts.check(TEXTS, ["blaze", "flood", "zebra"], known=known)
    assert (data.classes, data.codes.tolist()) == (("flood", "fire", "zebra"), [1, 0, 2])


def test_several_labels_are_lists_or_text_with_a_delimiter_or_none():
    data = LabelledTexts.check(TEXTS, [["fire", "flood"], "flood|quake", None], mode="multi-label")
    assert data.classes == ("fire", "flood", "quake")
    assert data.flags.tolist() == [[True, True, False], [False, True, True], [False, False, False]]


def test_labels_are_written_as_they_are_read():
    data = LabelledTexts.check(TEXTS, ["b|a", "", "c"], mode="multi-label")
    again = LabelledTexts.check(TEXTS, data.written(), mode="multi-label")
    assert np.array_equal(again.flags, data.flags)


def test_some_of_the_texts_keep_all_that_belongs_to_them():
    data = LabelledTexts.check(TEXTS, ["a", "b", "a"], by={"event": ["x", "y", None]}, ids=[7, 8, 9])
    some = data.take(np.array([2, 0]))
    assert (some.texts.tolist(), some.ids.tolist(), some.codes.tolist()) == (["ash", "smoke"], ["9", "7"], [0, 0])
    assert [some.by["event"].values[code] for code in some.by["event"].codes] == ["(missing)", "x"]


def test_rows_that_lack_something_are_left_out_if_asked_and_counted():
    data = LabelledTexts.check(["smoke", " ", "ash", "dust"], ["a", "b", None, "b"], missing="drop")
    assert (data.texts.tolist(), data.dropped, data.counts.tolist()) == (["smoke", "dust"], 2, [1, 1])


@pytest.mark.parametrize(
    ("texts", "labels", "options", "error", "told"),
    [
        (["a", ""], ["x", "y"], {}, TextError, "1 row of the texts has no text; the first is row 2"),
        (["a", "b"], [None, None], {}, TextError, "2 rows of the texts have no label"),
        (["", ""], ["x", "y"], {"missing": "drop"}, TextError, "All 2 rows of the texts lack"),
        (["a", "b"], ["x|y", "y"], {}, TextError, "'x|y' of the texts holds the delimiter '|'"),
        (["a", "b"], [["x|y"], "y"], {"mode": "multi-label"}, TextError, "holds the delimiter"),
        (["a", "b"], [["x"], "y"], {}, TextError, "is a list"),
        (["a", "b"], ["['x', 'y']", "y"], {}, TextError, "is a list"),
        (["a"], ["x", "y"], {}, LengthError, "text has 1, label has 2"),
        ([], [], {}, EmptyError, "no rows"),
        (["a"] * 1001, range(1001), {}, ClassError, "look like ids or texts"),
        (["a"], ["x"], {"mode": "many"}, SettingError, "`mode`"),
        (["a"], ["x"], {"missing": "skip"}, SettingError, "`missing`"),
        (["a"], ["x"], {"delimiter": " "}, SettingError, "`delimiter`"),
    ],
)
def test_what_cannot_be_used_is_refused(texts, labels, options, error, told):
    with pytest.raises(error) as found:
        LabelledTexts.check(texts, labels, **options)
    assert told in str(found.value)
