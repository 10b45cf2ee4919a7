"""Votes as systems of their own."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

import mercalli
from mercalli.inputs.answers.answer import AMBIGUOUS, REFUSED
from mercalli.tasks.models.data import UNREAD
from mercalli.tasks.models.repeats.votes import Ballot, expected_table, vote
from tests.tasks.models.runs import checked

REFUSAL = "I'm sorry, but I cannot classify this message."


def answers(*rows, truth="aaaa"):
    """Items with a text of answers each, one letter an answer; ! is a refusal."""
    columns = zip(*([REFUSAL if sign == "!" else sign for sign in row] for row in rows), strict=True)
    named = {f"s{at}": np.array(column, object) for at, column in enumerate(columns)}
    data = {"truth": np.array(list(truth)[: len(rows)], object), **named}
    return checked({**data, "truth": data["truth"]}, samples={"one": list(named)})


def voted(data, ballot=None):
    return vote(data, data.systems[0], ballot or Ballot(data.size))


def test_the_most_frequent_class_wins_and_a_tie_is_ambiguous():
    data = answers("aaa", "aab", "abc", "bbb", truth="abca")
    found, ties = voted(data)
    assert found.code.tolist() == [0, 0, data.size + UNREAD.index(AMBIGUOUS), 1]
    assert ties == 1


def test_only_answers_that_were_read_vote():
    data = answers("a!!", "b!!", truth="ab")
    assert voted(data)[0].code.tolist() == [0, 1]


def test_without_a_read_answer_the_most_frequent_outcome_stays():
    data = answers("!!!", "aab", truth="ab")
    assert voted(data)[0].code.tolist() == [data.size + UNREAD.index(REFUSED), 0]


def test_a_tie_may_go_to_the_more_urgent_class():
    data = answers("ab", "ba", truth="ab")
    ballot = Ballot(data.size, np.array([[1.0, 5.0]]))
    assert voted(data, ballot)[0].code.tolist() == [1, 1]


def test_the_class_of_higher_weight_comes_from_the_profile():
    rows = {"truth": ["requests_or_urgent_needs", "not_humanitarian"] * 20}
    rows |= {"x": rows["truth"], "y": ["requests_or_urgent_needs"] * 40}
    asked = {"truth": "truth", "samples": {"one": ["x", "y"]}, "profile": "humaid", "metrics": "recall_macro"}
    found = {tie: mercalli.models(rows, **asked, tie=tie, replicates=0)["one"].vote for tie in ("ambiguous", "urgent")}
    assert found["ambiguous"].measures[0].value == found["urgent"].measures[0].value == 0.5
    assert found["urgent"].ties == 20


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_votes_of_fewer_answers_are_the_mean_over_all_ways_to_choose_them(size):
    rows = ("aabbc", "abcab", "aaabb", "cc!!a")
    data = answers(*rows, truth="abca")
    table = expected_table(data, data.systems[0], Ballot(data.size), size, (1, data.size, data.size + 1))
    chosen = list(combinations(range(5), size))
    each = [answers(*("".join(row[at] for at in some) for row in rows), truth="abca") for some in chosen]
    right = [(voted(one)[0].code == one.truth).mean() for one in each]
    assert table.accurate.sum() / 4 == pytest.approx(np.mean(right))


def test_a_vote_of_one_is_one_call():
    data = answers("aab", "abb", "bba", truth="aba")
    table = expected_table(data, data.systems[0], Ballot(data.size), 1, (1, data.size, data.size + 1))
    assert table.accurate.sum() == pytest.approx((data.right(data.systems[0]) * data.systems[0].weight).sum())


def test_a_vote_tells_how_many_calls_it_takes():
    rows = {"truth": ["a", "b"] * 10, "x": ["a", "b"] * 10, "y": ["a", "a"] * 10, "z": ["a", "b"] * 10}
    found = mercalli.models(rows, truth="truth", samples={"one": ["x", "y", "z"]}, metrics="accuracy")["one"].vote
    assert (found.name, found.calls, found.measure("accuracy").value) == ("one, vote of 3", 3, 1)
    assert [size.answers for size in found.sizes] == [1, 3]
