"""What more documents would bring is told only where a learning curve follows what was measured."""

from __future__ import annotations

import numpy as np
import pytest

from mercalli.tasks.advice.curve import Outlook, action_of

SIZES = np.array([20.0, 40.0, 80.0, 160.0])


def outlook(scores, noise=0.004):
    """A curve with the same small noise in every weighting."""
    drawn = np.random.default_rng(0).normal(0, noise, (4, 301))
    drawn[:, 0] = 0
    return Outlook.of(SIZES, np.array(scores)[:, None] + drawn, 0.95)


def test_a_curve_that_follows_its_power_leads_where_the_power_does():
    found = outlook(0.8 - 2 * SIZES**-0.5)
    assert not found.flat
    assert found.doubt is None
    assert found.then[1] < 0.8 - 2 * 320**-0.5 < found.then[2]
    assert found.then[0] == pytest.approx(0.8 - 2 * 320**-0.5, abs=0.01)


def test_what_is_told_of_now_is_what_was_measured():
    found = outlook(0.8 - 2 * SIZES**-0.5)
    assert found.measured[1] == pytest.approx(0.8 - 2 * 160**-0.5)
    assert "by the learning curve F1 0.64 -> 0.69 [" in action_of("“fire”", 240, found)


def test_a_curve_that_did_not_foresee_what_was_measured_is_not_trusted():
    found = outlook([0.02, 0.04, 0.12, 0.36])
    assert "is not known: a curve fitted to half of them predicted" in action_of("“fire”", 240, found)


@pytest.mark.parametrize("scores", [[0.181, 0.431, 0.792, 0.836], [0.1, 0.28, 0.74, 0.84], [0.3, 0.53, 0.81, 0.86]])
def test_a_curve_that_levels_off_foretells_no_gain(scores):
    found = outlook(scores, noise=0.03)
    assert found.doubt
    assert "and measure again" in action_of("“fire”", 240, found)


def test_a_fitted_curve_that_passes_the_last_point_by_is_not_trusted():
    found = outlook([0.5, 0.55, 0.6, 0.64], noise=1e-6)
    assert found.doubt


@pytest.mark.parametrize("scores", [[0.5, 0.5, 0.5, 0.5], [0.2, 0.839, 0.839, 0.839], [0.02, 0.04, 0.36, 0.365]])
def test_a_last_doubling_that_brought_nothing_asks_for_no_documents(scores):
    action = action_of("“fire”", 240, outlook(scores))
    assert "its learning curve is nearly flat" in action
    assert "Label " not in action


def test_a_curve_that_rises_unsurely_is_not_called_flat():
    action = action_of("“fire”", 240, outlook([0.3, 0.45, 0.55, 0.615], noise=0.03))
    assert "its learning curve expects twice as many to change F1 by +0.0" in action


def test_where_all_is_found_there_is_nothing_to_gain():
    assert outlook([0.9, 0.95, 0.99, 1.0]).full
