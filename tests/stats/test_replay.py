"""Replays of arrivals through a team: worked numbers, other ways to serve the same queue, and laws."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mercalli.metrics.ratio import ratio
from mercalli.stats.arrivals import STRICT, WORTH, Cohorts, Rule, Team
from mercalli.stats.replay import Replay
from tests.stats.queues import arrivals, bin_by_bin, by_heap, by_simpy, by_wait, replayed

URGENT, OTHER = 0, 1
# Bins 0 to 3 as (bin, predicted, truth, items).
WORKED = [(0, 5, 0, 1), (0, 5, 1, 1), (0, 1, 0, 1), (0, 1, 1, 1), (1, 5, 0, 1), (1, 1, 1, 2), (2, 1, 1, 1)]
TIME, PRED, TRUTH, COUNT = (np.array(part) for part in zip(*WORKED, strict=True))
ITEMS = arrivals(TIME, TRUTH, COUNT)
BLIND, PERFECT = np.ones(len(TIME)), np.array([5.0, 1.0])[TRUTH]


def share(replay):
    found = replay.handled().pooled()
    return float(ratio(found.worth, found.all_worth))


@pytest.mark.parametrize(
    ("room", "rule", "expected", "skill"),
    [
        (1, Rule(deadline=0), (0.45, 19 / 60, 0.55), 4 / 7),
        (1, Rule(deadline=1), (0.6, 0.466666666667, 0.8), 0.4),
        (2, Rule(half_life=1.0), (0.725, 0.620833333333, 0.85), 5 / 11),
    ],
)
def test_worked_numbers_come_out(room, rule, expected, skill):
    model, blind, perfect = (share(replayed(ITEMS, order, [room] * 9, rule)) for order in (PRED, BLIND, PERFECT))
    assert (model, blind, perfect) == pytest.approx(expected)
    assert (model - blind) / (perfect - blind) == pytest.approx(skill)


def test_worked_counts_of_urgent_and_others():
    for order, urgent, others in ((PRED, 1.5, 1.5), (BLIND, 2.5 / 3, 6.5 / 3), (PERFECT, 2.0, 1.0)):
        replay = replayed(ITEMS, order, [1] * 9, Rule(deadline=0))
        assert replay.items(np.array([1.0, 0.0])).sum() == pytest.approx(urgent)
        assert replay.items(np.array([0.0, 1.0])).sum() == pytest.approx(others)


def test_the_queue_after_each_bin():
    replay = replayed(ITEMS, PRED, [2] * 6, Rule(half_life=1.0))
    assert replay.waiting().tolist() == pytest.approx([2, 3, 2, 0, 0, 0])


def test_items_leave_the_queue_after_their_deadline():
    replay = replayed(ITEMS, PRED, [1] * 6, Rule(deadline=1))
    assert replay.waiting().tolist() == pytest.approx([3, 3, 1, 0, 0, 0])


def case(seed):
    """A stream, a team and a rule."""
    rng = np.random.default_rng(seed)
    bins, entries = int(rng.integers(2, 12)), int(rng.integers(1, 25))
    weight = np.array([8.0, 4.0, 2.0, 1.0])
    items = arrivals(
        rng.integers(0, bins, entries), rng.integers(0, 4, entries), rng.integers(1, 5, entries), weight=weight
    )
    order = rng.choice([0.0, 1.0, 2.0, 4.0, 8.0], entries)
    name = STRICT if seed % 2 else WORTH
    deadline = None if seed % 3 == 0 else int(rng.integers(0, 5))
    rule = Rule(name, deadline, float(rng.choice([0.7, 1.3, 2.9])), float(rng.choice([0.0, 2.0])))
    free = np.round(rng.random(bins + 6) * rng.choice([1, 3, 6]), 2) * (rng.random(bins + 6) < 0.8)
    return items, order, free, rule


@pytest.mark.parametrize("start", range(0, 900, 100))
def test_a_replay_is_a_queue_that_is_looked_at_bin_by_bin(start):
    for seed in range(start, start + 100):
        items, order, free, rule = case(seed)
        ours, plain = by_wait(replayed(items, order, free, rule), 4), bin_by_bin(items, order, free, rule)
        assert ours == pytest.approx(plain, abs=1e-9), seed


@pytest.mark.parametrize("deadline", [None, 0, 2, 5])
@pytest.mark.parametrize("seed", range(5))
def test_a_replay_of_single_items_is_a_heap(seed, deadline):
    rng = np.random.default_rng(seed)
    time, weight = rng.integers(0, 40, 150), rng.choice([1.0, 2.0, 5.0], 150)
    items = arrivals(time, np.zeros(150, int), np.ones(150))
    replay = replayed(items, weight, [3] * 120, Rule(deadline=deadline))
    found = waits_by_weight(replay, weight)
    assert found == by_heap(time.tolist(), weight.tolist(), 3, 120, deadline)


@pytest.mark.parametrize("seed", range(5))
def test_a_replay_of_single_items_is_what_simpy_does(seed):
    rng = np.random.default_rng(seed)
    time, weight = np.sort(rng.integers(0, 40, 150)), rng.choice([1.0, 2.0, 5.0], 150)
    items = arrivals(time, np.zeros(150, int), np.ones(150))
    found = waits_by_weight(replayed(items, weight, [3] * 120, Rule()), weight)
    assert found == by_simpy(time.tolist(), weight.tolist(), 3, 120)


def waits_by_weight(replay, weight):
    """Waits of whole items, by weight."""
    of = {int(cohort): float(heavy) for cohort, heavy in zip(replay.cohorts.of, weight, strict=True)}
    found = {}
    for cohort, wait, done in zip(replay.served.cohort, replay.waits, replay.served.work, strict=True):
        found.setdefault(of[int(cohort)], []).extend([int(wait)] * round(float(done)))
    return {heavy: sorted(each) for heavy, each in found.items()}


@given(st.integers(0, 10_000), st.floats(1.0, 4.0))
def test_more_capacity_never_lowers_first_come_first_served(seed, factor):
    items, _, free, _ = case(seed)
    rule, same = Rule(deadline=3, half_life=2.0), np.ones(len(items.time))
    assert share(replayed(items, same, free * factor, rule)) >= share(replayed(items, same, free, rule)) - 1e-9


@given(st.integers(0, 10_000))
def test_a_team_that_can_take_everything_handles_everything(seed):
    items, order, free, rule = case(seed)
    plenty, rule = np.full(len(free), items.count.sum()), replace(rule, act_from=0.0)
    for weight in (np.maximum(order, 1.0), np.ones(len(order)), items.true_weight):
        assert share(replayed(items, weight, plenty, rule)) == pytest.approx(1.0)


@given(st.integers(0, 10_000))
def test_the_same_prediction_for_all_is_no_model(seed):
    items, order, free, rule = case(seed)
    rule = replace(rule, act_from=0.0)
    assert share(replayed(items, np.full(len(order), 4.0), free, rule)) == share(
        replayed(items, np.ones(len(order)), free, rule)
    )


@given(st.integers(0, 10_000))
def test_no_bin_does_more_than_it_can_and_no_item_is_handled_twice(seed):
    items, order, free, rule = case(seed)
    replay = replayed(items, order, free, rule)
    done = np.bincount(replay.served.bin, replay.served.work, len(free))
    assert (done <= free + 1e-9).all()
    handled = np.bincount(replay.served.cohort, replay.served.work, len(replay.cohorts))
    assert (handled <= replay.cohorts.total(items.count) + 1e-9).all()


@given(st.integers(0, 10_000))
def test_the_order_of_entries_does_not_matter(seed):
    items, order, free, rule = case(seed)
    turned = np.random.default_rng(seed).permutation(len(order))
    other = replace(
        items, queue=items.queue[turned], time=items.time[turned], truth=items.truth[turned], count=items.count[turned]
    )
    assert share(replayed(items, order, free, rule)) == pytest.approx(share(replayed(other, order[turned], free, rule)))


def test_queues_are_served_apart():
    """Two queues in one replay give what each gives by itself."""
    rule = Rule(deadline=1)
    both = arrivals(np.tile(TIME, 2), np.tile(TRUTH, 2), np.tile(COUNT, 2), queue=np.repeat([0, 1], len(TIME)))
    team = Team.of([np.full(9, 1.0), np.full(5, 2.0)])
    replay = Replay.of(both, Cohorts.by(np.tile(PRED, 2).astype(float), both, team, rule), team, rule)
    found = replay.handled()
    alone = [replayed(ITEMS, PRED, [room] * bins, rule).handled().worth[0] for room, bins in ((1, 9), (2, 5))]
    assert found.worth.tolist() == pytest.approx(alone)


def test_wider_bins_are_the_same_where_nothing_waits_over_their_edge():
    wide = arrivals(TIME // 2, TRUTH, COUNT)
    narrow = share(replayed(ITEMS, PRED, [8] * 8, Rule(deadline=1)))
    assert share(replayed(wide, PRED, [16] * 4, Rule(deadline=0))) == narrow


def test_classes_that_take_longer_use_more_of_the_team():
    longer = replace(ITEMS, work=np.array([2.0, 1.0]))
    replay = replayed(longer, PRED, [2] * 9, Rule(deadline=0))
    assert replay.items(np.array([1.0, 0.0])).sum() == pytest.approx(2 / 3 + 1)
    assert np.bincount(replay.served.bin, replay.served.work).max() <= 2


def test_weights_of_zero_and_below_what_is_acted_on_never_enter():
    replay = replayed(ITEMS, np.where(PRED == 1, 0.0, PRED), [9] * 5, Rule(deadline=2))
    assert replay.items(np.ones(2)).sum() == pytest.approx(3)
    assert replayed(ITEMS, PRED, [9] * 5, Rule(deadline=2, act_from=5.0)).items(np.ones(2)).sum() == pytest.approx(3)
