"""What the verdict says first: which system, is that sure, what it depends on, and what to do next."""

from __future__ import annotations

import numpy as np

import mercalli
from tests.tasks.models.runs import judged, prompts


def said(result, *topics):
    return " ".join(line.text for line in result.verdict.lines if not topics or line.topic in topics)


def test_three_ways_to_count_with_three_winners_depend_on_two_unread_answers():
    rows = {
        "truth": [*"uuuuuucccc"],
        "A": ["Label: u", "u", "u", "c", "I'm sorry, I cannot help with classifying this.", None, "c", "c", "c", "u"],
        "B": [*"uuuucuccuu"],
    }
    result = mercalli.models(rows, truth="truth", pred=["A", "B"], metrics="accuracy")
    assert "depends on 2 unread answers (B 0, A 2): B minus A is 0.000 without them" in said(result)
    assert "lies between -0.100 and 0.100" in said(result)
    assert result.verdict.best is None


def test_a_tie_of_prompts_is_called_one_and_the_choice_is_not_praised():
    assert "are tied in accuracy" in said(prompts())
    assert "The best of 10 looks better than it is" in said(prompts(), "caution")


def test_more_items_help_where_more_answers_hardly_do():
    result = judged(one=("run_05", "run_06"), two=("run_10", "run_12"))
    assert "More items help, more repeats hardly: the standard error of accuracy of one is 0.0105" in said(result)
    assert "endless repeats would give 0.0104, twice the items 0.0074" in said(result)


def test_more_answers_help_where_these_vary():
    rng = np.random.default_rng(0)
    truth = rng.permutation(["fire", "calm"] * 200)
    runs = {f"r{at}": np.where(rng.random(400) < 0.7, truth, "calm") for at in range(2)}
    result = mercalli.models({"truth": truth, **runs}, truth="truth", samples={"one": list(runs)}, metrics="accuracy")
    assert "More repeats would help" in said(result, "next")


def test_a_vote_that_loses_is_not_advised():
    result = judged(one=("run_01", "run_02", "run_03"))
    assert "Do not expect voting to help one: accuracy 0.755 against 0.762 for one call" in said(result, "next")


def test_items_asked_once_ask_for_more():
    assert "Every item was asked once." in said(prompts(), "next")


def test_what_is_missed_of_critical_classes_leads():
    rows = {"truth": ["requests_or_urgent_needs", "not_humanitarian"] * 30, "one": ["not_humanitarian"] * 60}
    result = mercalli.models(
        {**rows, "two": rows["one"]}, truth="truth", samples={"a": ["one", "two"]}, profile="humaid"
    )
    first = result.verdict.lines[0]
    assert (first.warns, first.text.startswith("a finds 0% of requests or urgent needs (0 of 30")) == (True, True)


def test_steadiness_tells_how_many_items_change_between_urgent_and_not():
    result = judged(one=("run_05", "run_06"))
    assert "it changes between urgent and not on 4 items (<1%)" in said(result)
