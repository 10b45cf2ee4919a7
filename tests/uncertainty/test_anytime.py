"""Evidence that may be looked at any time."""

from __future__ import annotations

import numpy as np
import pytest

from mercalli.errors import SettingError
from mercalli.metrics.catalogue import parse
from mercalli.metrics.payoffs import ratio_parts
from mercalli.stats.confusion import Confusion
from mercalli.uncertainty.anytime import anytime_interval, likelihood_log_e, log_e_values, mixture
from mercalli.uncertainty.intervals import wilson

A, B = Confusion.of([[8, 2], [5, 15]]), Confusion.of([[3, 3], [4, 10]])
PARTS = ratio_parts(parse("class_weighted_accuracy(weights=[5, 1])"), 2)
BETS = 5 * np.array([0.1, 0.2, 0.4])


@pytest.mark.parametrize(
    ("errors", "right", "each", "mean"),
    [
        (2, 8, (0.7731, 0.4005, 0.0352), 0.4029),
        (6, 4, (6.677, 20.25, 45.5625), 24.1632),
        (9, 11, None, 13.3615),
    ],
)
def test_likelihood_bets_by_hand(errors: int, right: int, each: tuple[float, ...] | None, mean: float) -> None:
    logs = likelihood_log_e(np.array([0.3, 0.4, 0.6]), 0.2, np.array(errors), np.array(right))
    assert each is None or np.exp(logs).tolist() == pytest.approx(each, abs=5e-4)
    assert mixture(logs) == pytest.approx(mean, abs=5e-5)


def test_payoff_bets_by_hand() -> None:
    for table, each, mean in ((B, (1.4605, 1.5330, 0.6614), 1.2183), (A, (0.4411, 0.1268, 0.0019), 0.1899)):
        logs = log_e_values(PARTS, 0.7, table, BETS)
        assert np.exp(logs).tolist() == pytest.approx(each, abs=5e-5)
        assert mixture(logs) == pytest.approx(mean, abs=5e-5)


def test_evidence_of_parts_adds_up() -> None:
    both = log_e_values(PARTS, 0.7, A) + log_e_values(PARTS, 0.7, B)
    assert np.allclose(log_e_values(PARTS, 0.7, A + B), both)


@pytest.mark.parametrize(
    ("found", "trials", "ends"), [(9, 20, (0.1581, 0.7693)), (90, 200, (0.3331, 0.5707)), (0, 20, (0.0, 0.2240))]
)
def test_anytime_intervals_by_hand(found: int, trials: int, ends: tuple[float, float]) -> None:
    assert anytime_interval(found, trials, 0.95) == pytest.approx(ends, abs=5e-5)


def test_looking_at_any_time_costs_width() -> None:
    low, high = anytime_interval(90, 200, 0.95)
    plain = wilson(np.array(0.45), np.array(200.0), 0.95)
    assert (high - low) / (plain[1] - plain[0]) == pytest.approx(1.7, abs=0.05)


def test_looking_at_every_item_seldom_refutes_the_truth() -> None:
    right = np.random.default_rng(7).random((300, 400)) < 0.7
    refuted = 0
    for run in right:
        found = np.cumsum(run)
        looks = (anytime_interval(float(found[at - 1]), at, 0.95) for at in range(20, 401, 20))
        refuted += any(not low <= 0.7 <= high for low, high in looks)
    assert refuted / 300 <= 0.05


@pytest.mark.parametrize("promised", [1.0, 1.5, float("nan")])
def test_a_promise_that_leaves_nothing_to_bet_is_refused(promised: float) -> None:
    with pytest.raises(SettingError, match="`promised` must be below the best value"):
        log_e_values(PARTS, promised, A)


def test_without_trials_every_value_is_possible() -> None:
    assert anytime_interval(0, 0, 0.95) == (0.0, 1.0)
