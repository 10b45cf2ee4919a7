"""Ranks, groups and releases follow rules that no data can break."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mercalli.inputs.runs import RunField, RunForm
from mercalli.results.difference import Difference
from mercalli.results.measure import Measure
from mercalli.tasks.challenge.board import Entry, grouped, ranked
from mercalli.tasks.challenge.doors.server.pictures import forest
from mercalli.tasks.challenge.ladder import ONE_ERROR, release
from mercalli.tasks.challenge.split import Split, parts
from mercalli.tasks.labels.run import score
from tests.tasks.challenge.folders import table

VALUES = st.lists(st.one_of(st.none(), st.sampled_from([0.1, 0.5, 0.5000000001, 0.9]), st.floats()), max_size=12)


def entry(name, value, below=""):
    return Entry(str(name), str(name), "", (Measure("m", value, None, None, None, 1),), below=below)


def ranks(entries, direction=1):
    return {each.team: each.rank for each in ranked(entries, direction)}


def test_equal_scores_share_a_rank_and_the_next_is_third():
    assert ranks([entry("a", 0.5), entry("b", 0.9), entry("c", 0.9)]) == {"b": 1, "c": 1, "a": 3}
    assert ranks([entry("a", 0.5), entry("b", 0.9)], -1) == {"a": 1, "b": 2}


def test_a_difference_beyond_all_decimals_that_are_shown_is_a_difference():
    assert ranks([entry("a", 0.5), entry("b", 0.5 + 1e-12)]) == {"b": 1, "a": 2}


@given(VALUES, st.sampled_from([1, -1]))
def test_a_run_without_rank_is_never_above_one_with_it(values, direction):
    entries = ranked([entry(at, value) for at, value in enumerate(values)], direction)
    numbers = [each.rank for each in entries]
    assert sorted(numbers, key=lambda rank: (rank is None, rank or 0)) == numbers
    assert all(each.below for each in entries if each.rank is None)


@given(VALUES)
def test_a_worse_run_moves_nobody(values):
    entries = [entry(at, value) for at, value in enumerate(values)]
    worst = min((value for value in values if value is not None and np.isfinite(value)), default=0.0)
    after = ranks([*entries, entry("new", worst), entry("none", None)])
    before = ranks(entries)
    assert {name: after[name] for name in before} == before


def test_the_picture_shows_runs_that_are_not_ranked_too_and_none_without_a_score():
    drawn = forest(ranked([entry("a", 0.9), entry("b", 0.8, below="coverage"), entry("c", None)], 1))
    assert [(each.team, each.rank) for each, _ in drawn.rows] == [("a", 1), ("b", None)]
    assert (drawn.unranked, drawn.more) == (True, 0)
    assert forest(ranked([entry("c", None)], 1)) is None


def told(shown):
    """A comparison that shows a difference for some pairs."""

    def difference(one, other):
        p = 0.01 if (one.team, other.team) in shown else 0.5
        low = 0.1 if p < 0.05 else -0.1
        return Difference("m", 0.0, 0.0, 0.2, low, 0.3, "", p, None, None)

    return difference


def test_the_first_of_a_group_stays_fixed_so_that_groups_do_not_chain():
    entries = ranked([entry("a", 0.9), entry("b", 0.8), entry("c", 0.7)], 1)
    groups = grouped(entries, told({("c", "a")}))
    assert [each.group for each in groups] == [1, 1, 2]


def test_what_was_not_compared_yet_has_no_group():
    entries = ranked([entry("a", 0.9), entry("b", 0.8)], 1)
    assert [each.group for each in grouped(entries, lambda *_: None)] == [1, None]


@pytest.mark.parametrize(
    ("feedback", "released"), [("full", True), ("improvements", True), ("ladder", False), ("none", False)]
)
def test_what_is_released_of_a_small_gain(feedback, released):
    gain = Difference("m", 0.52, 0.51, 0.01, -0.01, 0.03, "", 0.4, None, None)
    assert release(feedback, 0.52, gain, 1).released == released


@pytest.mark.parametrize(
    ("feedback", "released"), [("full", True), ("improvements", False), ("ladder", False), ("none", False)]
)
def test_an_undefined_score_is_no_improvement_so_that_its_companions_are_not_told_again_and_again(feedback, released):
    assert release(feedback, None, None, 1).released == released


def test_a_gain_is_a_loss_where_less_is_better():
    gain = Difference("m", 0.9, 0.1, 0.8, 0.7, 0.9, "", 0.001, None, None)
    assert release("ladder", 0.9, gain, 1).released
    assert not release("ladder", 0.9, gain, -1).released


@given(st.lists(st.text(max_size=5), min_size=1, max_size=50), st.text(max_size=8), st.floats(0.01, 1))
def test_every_unit_is_in_one_part_whatever_its_place(units, salt, share):
    public, private = parts(units, salt, share)
    assert sorted([*public, *private]) == list(range(len(units)))
    split = Split.of(units, salt, share)
    assert {units[place] for place in public} == set(split.public)
    assert Split.of(units[::-1], salt, share).commitment == split.commitment
    assert Split.of(units, salt + "x", share).commitment != split.commitment


def test_a_larger_share_keeps_what_was_public():
    units = [str(at) for at in range(500)]
    small, large = (set(Split.of(units, "salt", share).public) for share in (0.3, 0.6))
    assert small < large
    assert 100 < len(small) < 200


ITEMS, RUNS = 2_000, 200
FORM = RunForm(("id",), (RunField("pred", ("a", "b")),))


def attacked(feedback, seed):
    """The public accuracy of a vote of random runs, weighted by their scores as far as these are told."""
    rng = np.random.default_rng(seed)
    truth, best, votes = rng.integers(0, 2, ITEMS), None, np.zeros(ITEMS)
    for _ in range(RUNS):
        pred = rng.integers(0, 2, ITEMS)
        right = (pred == truth).astype(float)
        value, gain = right.mean(), None if best is None else paired(right - best)
        if release(feedback, value, gain, 1).released:
            votes += (value - 0.5) * np.where(pred == 1, 1, -1)
            best = right
    return ((votes > 0) == truth).mean()


def paired(differences):
    """A paired difference with its interval of one standard error to each side."""
    moved, error = differences.mean(), differences.std(ddof=1) / np.sqrt(len(differences))
    return Difference("accuracy", 0.0, 0.0, moved, moved - error, moved + error, "", None, None, None)


def test_without_an_interval_the_ladder_does_not_tell_the_sign_of_a_difference():
    said = {release("ladder", 0.5, no_interval(step), 1) for step in (-0.1, 0.0, 0.1, None)}
    assert [each.released for each in said] == [False]


def no_interval(step):
    return Difference("accuracy", None, None, step, None, None, None, None, None, None)


def test_the_ladder_tells_an_attacker_next_to_nothing():
    assert np.mean([attacked("ladder", seed) for seed in range(20)]) <= 0.53
    assert np.mean([attacked("full", seed) for seed in range(5)]) > 0.59


def test_the_interval_of_a_task_at_that_level_is_one_standard_error_to_each_side(tmp_path):
    rng = np.random.default_rng(1)
    truth, one, two = (rng.choice(["a", "b"], ITEMS) for _ in range(3))
    files = {"gold": ("truth", truth), "first": ("pred", one), "second": ("pred", two)}
    for name, (column, labels) in files.items():
        (tmp_path / f"{name}.csv").write_text(table(column, labels))
    gold, first, second = (str(tmp_path / f"{name}.csv") for name in files)
    options = {"id": "id", "truth": "truth"}
    runs = {"first": first, "second": second}
    scored = score(gold, runs, FORM, options, ["accuracy"], level=ONE_ERROR, replicates=1000)
    expected = paired((one == truth).astype(float) - (two == truth))
    found = next(each for each in scored.differences if each.metric == "accuracy")
    assert found.difference == pytest.approx(expected.difference)
    assert found.high - found.low == pytest.approx(expected.high - expected.low, rel=0.1)
