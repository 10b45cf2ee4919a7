"""Worst errors: the first items of the most harmful confusions, with their texts."""

from __future__ import annotations

import pytest

from mercalli.io.tables import open_database
from mercalli.results.parts import INVALID
from mercalli.tasks.labels.answers import Answers, labelled
from mercalli.tasks.labels.confusions import LONGEST_TEXT, error_examples
from mercalli.tasks.labels.evaluate import MOST_CONFUSIONS as MOST
from mercalli.tasks.labels.result import ConfusionReport
from tests.io.test_predictions import ASKED, CALM, HURT, PHASES, meanings


def confusion(truth, pred, count=1, weight=1.0):
    return ConfusionReport(truth, pred, count, 1.0, weight * count, 1.0)


def examples(table, *confusions, most=10, profile=None, **roles):
    database = open_database()
    answers = Answers(database.sql(f"from ({table})"), "truth", "pred", **{"text": "words", **roles})
    return error_examples(labelled(answers, meanings(profile)), [confusion(*each) for each in confusions], most)


TABLE = f"""from (values
    (1, 'first', '{HURT}', '{CALM}'), (2, 'right', '{HURT}', '{HURT}'), (3, 'second', '{HURT}', '{CALM}'),
    (4, 'third', '{HURT}', '{CALM}'), (5, 'other', '{CALM}', '{HURT}'), (6, 'odd', '{CALM}', 'looting'))
    items(item, words, truth, pred)"""


def test_confusions_take_turns_and_items_keep_their_order():
    found = examples(TABLE, (HURT, CALM), (CALM, HURT), most=3)
    assert [(each.truth, each.text) for each in found] == [(HURT, "first"), (HURT, "second"), (CALM, "other")]


def test_three_in_four_places_are_for_what_weighs_most_and_that_comes_first():
    rows = [
        *(f"('often', '{CALM}', '{HURT}')" for _ in range(50)),
        *(f"('rare', '{HURT}', '{CALM}')" for _ in range(9)),
    ]
    table = f"from (values {', '.join(rows)}) items(words, truth, pred)"
    kinds = [(CALM, HURT, 50, 0.5), (HURT, CALM, 9, 5.0)]
    assert [each.text for each in examples(table, *kinds, most=8)] == ["rare"] * 6 + ["often"] * 2
    assert [each.text for each in examples(table, *kinds, most=20)] == ["rare"] * 9 + ["often"] * 11


def test_the_heaviest_items_of_a_confusion_come_first():
    table = """from (values ('light', 'red', 'green', 'relief'), ('heavy', 'red', 'green', 'alarm'))
        items(words, truth, pred, phase)"""
    found = examples(table, ("red", "green"), profile=PHASES, most=2)
    assert [(each.text, each.harm) for each in found] == [("heavy", 5.0), ("light", 2.0)]


def test_no_more_are_shown_than_asked_for_nor_than_there_are():
    assert len(examples(TABLE, (HURT, CALM), (CALM, HURT))) == 4
    assert len(examples(TABLE, (HURT, CALM), (CALM, HURT), most=1)) == 1
    assert examples(TABLE, (HURT, CALM), most=0) == ()
    assert examples(TABLE) == ()


def test_an_example_says_what_the_error_weighs_and_which_item_it_is():
    (found,) = examples(TABLE, (HURT, CALM), most=1, key="item")
    assert (found.truth, found.pred, found.harm, found.id) == (HURT, CALM, 5.0, "1")


def test_a_prediction_outside_the_classes_has_examples_too():
    (found,) = examples(TABLE, (CALM, INVALID))
    assert (found.pred, found.text) == (INVALID, "odd")


def test_a_confusion_without_items_has_no_examples():
    assert examples(TABLE, (ASKED, CALM)) == ()


@pytest.mark.parametrize(("length", "shown"), [(LONGEST_TEXT, LONGEST_TEXT), (10_000, LONGEST_TEXT + 1)])
def test_a_long_text_is_cut_where_it_says_so(length, shown):
    table = f"select repeat('é', {length}) as words, '{HURT}' as truth, '{CALM}' as pred"
    (found,) = examples(table, (HURT, CALM))
    assert len(found.text) == shown
    assert found.text.endswith("…") == (length > LONGEST_TEXT)


def test_an_item_without_a_text_is_shown_without():
    (found,) = examples(f"select null as words, '{HURT}' as truth, '{CALM}' as pred", (HURT, CALM))
    assert found.text == ""


def test_harm_is_that_of_the_item_where_weights_vary():
    table = "select 'x' as words, 'red' as truth, 'green' as pred, 'relief' as phase"
    (found,) = examples(table, ("red", "green"), profile=PHASES)
    assert found.harm == 2.0


def test_examples_can_be_found_for_as_many_confusions_as_are_listed():
    many = [(HURT, f"class {at}") for at in range(MOST - 1)]
    assert [each.text for each in examples(TABLE, *many, (CALM, HURT), most=MOST)] == ["other"]
