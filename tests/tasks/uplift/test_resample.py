"""Trials drawn again: within arms, by units, in steps; and whether intervals hold what they claim."""

from __future__ import annotations

import numpy as np
import pytest

from mercalli.estimates.settings import Settings
from mercalli.inputs.tally import Column
from mercalli.metrics.catalogue import parse
from mercalli.stats.uplift import UpliftTable
from mercalli.tasks.uplift import sample as uplift_sample
from mercalli.tasks.uplift.data import Trial
from mercalli.tasks.uplift.estimate import uplift_estimates
from mercalli.tasks.uplift.resample import arm_units, can_resample, uplift_replicates
from mercalli.tasks.uplift.sample import UpliftSample

METRICS = tuple(parse(text) for text in ("auuc", "qini", "average_treatment_effect", "uplift_at_k(k=0.2)"))


def drawn(n, seed=0, *, outcome="binary", weighed=False, digits=6):
    """A trial in which treating people with a score above 0 helps."""
    rng = np.random.default_rng(seed)
    score, treated = rng.normal(size=n).round(digits), rng.random(n) < 0.4
    helped = 0.2 * treated * (score > 0)
    numbers = (rng.random(n) < 0.3 + helped).astype(float) if outcome == "binary" else rng.normal(50, 3, n) + helped
    chance = np.clip(0.4 + 0.1 * score, 0.1, 0.9) if weighed else None
    return Trial({"s": score}, treated, numbers, rng.uniform(0.5, 2, n) if weighed else None, chance, None, {})


def table_of(trial):
    return UpliftTable.of(trial.scores["s"], trial.treated, trial.outcome, trial.weight, trial.propensity)


def sample_of(trial):
    return UpliftSample.of(trial, "s", table_of(trial))


def replicates(sample, count=400, seed=1):
    return list(uplift_replicates(sample, count, np.random.default_rng(seed)))


def values(tables):
    return np.concatenate([np.stack([metric(table) for metric in METRICS], axis=-1) for table in tables])


def by_rows(trial, count=400, seed=2):
    """The plain bootstrap: rows drawn within each arm and counted again."""
    rng = np.random.default_rng(seed)
    arms = [np.flatnonzero(trial.treated), np.flatnonzero(~trial.treated)]
    picks = (np.concatenate([rng.choice(arm, len(arm)) for arm in arms]) for _ in range(count))
    return np.array([[metric(table_of(trial.take(pick))) for metric in METRICS] for pick in picks])


KINDS = {
    "counts": {},
    "numbers": {"outcome": "numbers"},
    "weights and propensities": {"weighed": True},
    "numbers with weights and propensities": {"outcome": "numbers", "weighed": True},
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("people", [1500, 6000], ids=["each person alone", "people put together"])
def test_replicates_are_spread_as_those_of_rows(kind, people):
    trial = drawn(people, digits=3, **KINDS[kind])
    ours, theirs = values(replicates(sample_of(trial), 600)).std(axis=0), by_rows(trial, 600).std(axis=0)
    assert ours == pytest.approx(theirs, rel=0.15)


@pytest.mark.parametrize("kind", KINDS)
def test_the_sample_has_the_table_of_the_trial(kind):
    trial = drawn(300, digits=1, **KINDS[kind])
    found, expected = sample_of(trial).table, table_of(trial)
    assert found.score == pytest.approx(expected.score)
    for one, two in ((found.treated, expected.treated), (found.control, expected.control)):
        assert one.people == pytest.approx(two.people)
        assert one.mass == pytest.approx(two.mass)
        assert one.outcome == pytest.approx(two.outcome)


def test_arms_keep_their_sizes():
    trial = drawn(500)
    for table in replicates(sample_of(trial)):
        assert set(table.treated.total.people) == {trial.treated.sum()}
        assert set(table.control.total.people) == {(~trial.treated).sum()}


def of_units(units, *, mixed):
    """People of units that are treated as a whole, or that have both arms."""
    rng = np.random.default_rng(4)
    unit = np.repeat(np.arange(units), 10)
    treated = np.arange(units * 10) % 2 == 0 if mixed else (np.arange(units) < units // 3)[unit]
    luck = rng.normal(size=units)[unit]
    trial = drawn(units * 10)
    return Trial(trial.scores, treated, (luck > 0).astype(float), None, None, Column(tuple(range(units)), unit), {})


@pytest.mark.parametrize("mixed", [True, False], ids=["units of both arms", "units of one arm"])
def test_whole_units_are_drawn_and_keep_their_arms(mixed):
    trial = of_units(30, mixed=mixed)
    sample = sample_of(trial)
    tables = replicates(sample)
    assert set(np.concatenate([table.treated.total.people for table in tables])) == {trial.treated.sum()}
    assert arm_units(sample) == ((30, 30) if mixed else (10, 20))


def test_people_alike_within_units_make_intervals_wide():
    trial = of_units(30, mixed=False)
    alone = Trial(trial.scores, trial.treated, trial.outcome, None, None, None, {})
    units, people = (values(replicates(sample_of(each))).std(axis=0)[2] for each in (trial, alone))
    assert units > 2 * people


def test_an_arm_of_one_unit_cannot_be_drawn_again():
    assert not can_resample(sample_of(of_units(3, mixed=False)))


def estimates(trial, seed=0):
    settings = Settings(replicates=300, seed=seed)
    return uplift_estimates(table_of(trial), sample_of(trial), METRICS, settings, name="test", n=trial.n)


def test_steps_do_not_move_the_middle_of_an_interval(monkeypatch):
    trial = drawn(3000)
    exact = [(each.low, each.high) for each in estimates(trial).measures]
    monkeypatch.setattr(uplift_sample, "MOST_STEPS", 40)
    rough = [(each.low, each.high) for each in estimates(trial).measures]
    width = np.array(exact)[:, 1] - np.array(exact)[:, 0]
    assert np.abs(np.array(exact) - np.array(rough)).max(axis=1) == pytest.approx(0, abs=0.15 * width.max())
    assert [each.value for each in estimates(trial).measures] == pytest.approx([m(table_of(trial)) for m in METRICS])


SIMULATIONS = 200
# The effect is 0.2 for the upper half and 0 below: the curve rises to 0.1 and stays there.
TRUE = {"auuc": 0.025, "qini": 0.4 * 0.025, "average_treatment_effect": 0.1, "uplift_at_k(k=0.2)": 0.2}


@pytest.fixture(scope="module")
def intervals():
    return [estimates(drawn(800, seed), seed) for seed in range(SIMULATIONS)]


@pytest.mark.parametrize("metric", TRUE)
def test_intervals_hold_the_truth_as_often_as_they_claim(metric, intervals):
    found = [next(each for each in one.measures if each.metric == metric) for one in intervals]
    share = np.mean([each.low <= TRUE[metric] <= each.high for each in found])
    assert 0.91 <= share <= 0.99  # of 1,000 simulations .936 to .958 held


def test_bands_hold_the_curve_at_each_point_as_often_as_they_claim(intervals):
    shares = np.array(intervals[0].curve.share)
    truth = 0.2 * np.minimum(shares, 0.5)
    held = [(np.array(one.curve.uplift_low) <= truth) & (truth <= np.array(one.curve.uplift_high)) for one in intervals]
    share = np.mean(held, axis=0)[10:]
    assert share.min() >= 0.90
    assert 0.93 <= share.mean() <= 0.97
