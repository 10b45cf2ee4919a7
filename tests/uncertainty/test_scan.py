"""The scan for clusters of errors: worked numbers, brute force, what chance draws, and exact Poisson intervals."""

from __future__ import annotations

from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2, poisson

from mercalli.uncertainty.poisson import poisson_interval, weighted_poisson_interval
from mercalli.uncertainty.scan import Circles, Errors, Likelihood, scan

WORKED = Errors(np.array([[40, 60], [10, 90], [50, 50]]), np.array([[8, 6], [4, 6], [8, 3]]), np.arange(3), None)


def test_worked_ratios_of_three_regions_as_zones():
    observed, expected = WORKED.by(WORKED.place)
    assert WORKED.rates == pytest.approx([0.2, 0.075])
    assert expected == pytest.approx([12.5, 8.75, 13.75])
    assert Likelihood.of(35)(observed, expected) == pytest.approx([0.1378, 0.1156, 0], abs=5e-5)
    found = scan(WORKED, Circles.of(None, np.full(3, 100.0)), 0, np.random.default_rng(0))
    assert (found.centre, found.places.tolist(), found.p) == (0, [0], None)
    assert found.ratio == pytest.approx(0.1378, abs=5e-5)


def test_without_more_errors_than_expected_there_is_no_circle():
    even = Errors(np.full((4, 1), 10), np.full((4, 1), 2), np.arange(4), None)
    assert scan(even, Circles.of(None, np.full(4, 10.0)), 9, np.random.default_rng(0)) is None


@st.composite
def six_cells(draw):
    """Items, errors and the middles of six cells."""
    items = draw(st.lists(st.integers(1, 30), min_size=12, max_size=12))
    errors = [draw(st.integers(0, most)) for most in items]
    places = draw(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=6, max_size=6, unique=True))
    return np.array(items).reshape(6, 2), np.array(errors).reshape(6, 2), np.array(places, float)


def brute_force(items, errors, far):
    """The largest ratio over all circles, from the definition."""
    rates = errors.sum(axis=0) / items.sum(axis=0)
    total, best = errors.sum(), 0.0
    for centre in range(6):
        for radius in far[centre]:
            inside = far[centre] <= radius + 1e-9
            o, e = errors[inside].sum(), (items[inside] @ rates).sum()
            if items[inside].sum() <= items.sum() / 2 and o > e > 0:
                rest = (total - o) * log((total - o) / (total - e)) if total > o else 0.0
                best = max(best, o * log(o / e) + rest)
    return best


@given(six_cells())
def test_the_worst_circle_is_that_of_brute_force_over_six_cells(cells):
    items, errors, places = cells
    far = np.hypot(*(places[:, None] - places).T)
    found = scan(
        Errors(items, errors, np.arange(6), None), Circles.of(far, items.sum(axis=1)), 0, np.random.default_rng(0)
    )
    assert (0.0 if found is None else found.ratio) == pytest.approx(brute_force(items, errors, far), abs=1e-9)


@given(six_cells(), st.permutations(range(6)))
def test_the_order_of_cells_changes_nothing(cells, order):
    items, errors, places = (each[list(order)] for each in cells)
    found = []
    for own in ((items, errors, places), cells):
        far = np.hypot(*(own[2][:, None] - own[2]).T)
        circles = Circles.of(far, own[0].sum(axis=1))
        each = scan(Errors(own[0], own[1], np.arange(6), None), circles, 0, np.random.default_rng(0))
        found.append(0.0 if each is None else each.ratio)
    assert found[0] == pytest.approx(found[1])


def test_a_circle_holds_all_cells_at_its_radius_and_not_too_few_items():
    far = np.array([[0.0, 1.0, 1.0, 5.0]])
    circles = Circles.of(far, np.array([2.0, 2.0, 3.0, 20.0]), least=5)
    assert [ends.tolist() for ends in circles.ends] == [[2]]


def test_draws_keep_the_errors_of_every_class():
    drawn = WORKED.drawn(200, np.random.default_rng(1))
    assert (drawn.sum(axis=1) == 35).all()
    assert drawn.mean(axis=0) == pytest.approx([12.5, 8.75, 13.75], abs=0.8)
    units = Errors(WORKED.items, WORKED.errors, WORKED.place, np.arange(3))
    clustered = units.drawn(2_000, np.random.default_rng(1))
    assert (clustered.sum(axis=1) == 35).all()


def test_units_that_differ_spread_the_draws():
    rng = np.random.default_rng(3)
    items = np.full((40, 1), 100)
    calm, wild = (Errors(items, rng.binomial(items, chance), np.arange(40), np.arange(40))
                  for chance in (0.2, np.repeat([[0.05], [0.35]], 20, axis=0)))  # fmt: skip
    assert calm.dispersion < 0.02 < wild.dispersion
    assert wild.drawn(500, rng).std(axis=0).mean() > 2 * calm.drawn(500, rng).std(axis=0).mean()


def test_dispersion_is_found_where_one_unit_has_half_of_all_items():
    """Expected errors come from the same errors, so that a large unit is near to them: that is made up for."""
    rng, found = np.random.default_rng(5), []
    size = np.append(np.full(10, 100), 1_000)
    for _ in range(400):
        factor = rng.gamma(1 / 0.2, 0.2, 11)
        errors = rng.poisson(size * 0.1 * factor)
        found.append(Errors(size[:, None], errors[:, None], np.arange(11), np.arange(11)))
    raw = [each.by(each.unit) for each in found]
    moments = np.mean([((o - e) ** 2 - o).sum() / (e**2).sum() for o, e in raw])
    assert np.mean([each.dispersion for each in found]) == pytest.approx(0.2, abs=0.05)
    assert moments < 0.12


def test_p_of_units_holds_where_the_plain_one_does_not():
    """Sixty cells of twenty units that are better or worse by chance alone, three neighbours each."""
    rng, plain, kept, worlds = np.random.default_rng(11), 0, 0, 60
    place, unit = np.arange(60), np.repeat(np.arange(20), 3)
    far = np.abs(place[:, None] - place).astype(float)
    circles = Circles.of(far, np.full(60, 50.0))
    for _ in range(worlds):
        chance = np.minimum(0.15 * rng.gamma(1 / 0.3, 0.3, 20), 1.0)[unit]
        errors = rng.binomial(50, chance)[:, None]
        for own in (None, unit):
            found = scan(Errors(np.full((60, 1), 50), errors, place, own), circles, 99, rng)
            below = found is not None and found.p <= 0.05
            plain, kept = plain + (below and own is None), kept + (below and own is not None)
    assert plain > 0.8 * worlds
    assert kept <= 6


def test_p_without_units_holds_where_errors_come_one_by_one():
    rng, hits, worlds = np.random.default_rng(12), 0, 200
    place = np.arange(12)
    circles = Circles.of(np.abs(place[:, None] - place).astype(float), np.full(12, 40.0))
    for _ in range(worlds):
        errors = rng.binomial(40, 0.2, (12, 1))
        found = scan(Errors(np.full((12, 1), 40), errors, place, None), circles, 99, rng)
        hits += found is not None and found.p <= 0.05
    assert hits <= 20


@given(st.integers(0, 400), st.sampled_from([0.8, 0.95, 0.998]))
def test_poisson_intervals_are_those_of_scipy(count, level):
    tail = (1 - level) / 2
    low, high = poisson_interval(np.array(float(count)), level)
    assert high == pytest.approx(chi2.ppf(1 - tail, 2 * count + 2) / 2)
    assert low == pytest.approx(chi2.ppf(tail, 2 * count) / 2 if count else 0.0)
    assert poisson.cdf(count, high) == pytest.approx(tail)
    if count:
        assert poisson.sf(count - 1, low) == pytest.approx(tail)


@pytest.mark.parametrize(
    ("observed", "expected", "ends"),
    [(14, 12.5, [0.6123, 1.8792]), (10, 8.75, [0.5480, 2.1018]), (11, 13.75, [0.3994, 1.4314])],
)
def test_worked_intervals_of_three_regions(observed, expected, ends):
    assert poisson_interval(np.array(float(observed)), 0.95) / expected == pytest.approx(ends, abs=5e-5)


@given(st.integers(0, 50), st.floats(0.1, 9.0))
def test_weights_that_are_all_alike_only_scale(count, weight):
    plain = poisson_interval(np.array(float(count)), 0.95)
    squares = np.array(count * weight**2 if count else weight**2)
    assert weighted_poisson_interval(np.array(float(count)), np.array(count * weight), squares, 0.95) == pytest.approx(
        plain * weight
    )
