"""Do intervals of survival hold the true value as often as they claim? Short runs of bench/coverage_survival.py."""

import pytest

from bench.coverage_survival import VARYING, curves, over_units, weighted

SIMULATIONS = 250
LEAST = 0.91  # of 250 simulations with 95 %, one in three hundred holds less


def test_intervals_hold_where_weights_are_estimated_and_are_no_wider_than_needed():
    for found in weighted("heavy", SIMULATIONS):
        assert found.held >= LEAST, found
        assert 0.88 < found.error / found.spread < 1.15, found


@pytest.mark.parametrize(("varying", "units"), [*((each, 4) for each in VARYING), ("both", 8)])
def test_intervals_over_few_units_hold(varying, units):
    for found in over_units(varying, units, SIMULATIONS):
        assert found.held >= LEAST, found


def test_intervals_and_bands_of_incidence_hold():
    points, band, spans = curves(100, "heavy", SIMULATIONS)
    assert min(points) >= LEAST
    assert band >= LEAST
    assert spans > 0.6
