"""Rows drawn with replacement, cell by cell: the law is that of numpy's multinomial, however it is drawn."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from mercalli.uncertainty import inversion, multinomial
from mercalli.uncertainty.inversion import LARGEST, drawn_alike, heads, poisson, worth_a_table
from mercalli.uncertainty.multinomial import times_of_cells

UNLIKELY = 1e-4


@pytest.mark.parametrize("rate", [1, 2, 7, 100, LARGEST])
def test_chances_of_counts_are_those_of_the_poisson_law(rate):
    values, chances = poisson(rate)
    np.testing.assert_allclose(chances, stats.poisson.pmf(values, rate), rtol=1e-9, atol=1e-300)
    assert stats.poisson.sf(values[-1], rate) + stats.poisson.cdf(values[0] - 1, rate) < 1e-15


@pytest.mark.parametrize("tosses", [1, 2, 7, 100, LARGEST])
def test_chances_of_heads_are_those_of_fair_coins(tosses):
    values, chances = heads(tosses)
    np.testing.assert_allclose(chances, stats.binom.pmf(values, tosses, 0.5), rtol=1e-9, atol=1e-300)
    assert stats.binom.sf(values[-1], tosses, 0.5) + stats.binom.cdf(values[0] - 1, tosses, 0.5) < 1e-15


def fits(seen, chances):
    """Whether counts may come from these chances; outcomes that hardly ever happen are put together."""
    seen, expected = np.asarray(seen), np.asarray(chances) * np.sum(seen)
    often = expected > 10
    parts = [[*part[often], part[~often].sum() + 1e-9] for part in (seen, expected)]
    return stats.chisquare(parts[0], np.array(parts[1]) * (sum(parts[0]) / sum(parts[1]))).pvalue > UNLIKELY


@pytest.mark.parametrize(("law", "number"), [(poisson, 1), (poisson, 30), (poisson, 3000), (heads, 3), (heads, 4001)])
def test_draws_follow_their_law(law, number):
    ((cells, drawn),) = drawn_alike(law, np.full(4, number), 50_000, np.random.default_rng(1))
    assert cells.tolist() == [0, 1, 2, 3]
    values, chances = law(number)
    assert fits(np.bincount(drawn.ravel() - values[0], minlength=len(values)), chances)


def test_cells_of_equal_number_are_drawn_apart():
    found = {
        cell: row
        for cells, rows in drawn_alike(poisson, np.array([5, 3, 5]), 2000, np.random.default_rng(2))
        for cell, row in zip(cells.tolist(), rows, strict=True)
    }
    assert sorted(found) == [0, 1, 2]
    assert abs(np.corrcoef(found[0], found[2])[0, 1]) < 0.1
    assert found[1].mean() == pytest.approx(3, abs=0.2)


def test_nothing_is_drawn_for_no_cells():
    assert list(drawn_alike(poisson, np.empty(0, np.int64), 5, np.random.default_rng(0))) == []


@pytest.fixture
def every_cell_may_be_rare(monkeypatch):
    monkeypatch.setattr(multinomial, "MANY_CELLS", 1)
    monkeypatch.setattr(inversion, "ENOUGH_DRAWS", 1)


@pytest.mark.usefixtures("every_cell_may_be_rare")
def test_every_outcome_is_as_probable_as_drawing_rows_makes_it():
    rows = np.array([3.0, 2.0, 0.0, 30.0])
    n = 35
    times = times_of_cells(rows, 200_000, np.random.default_rng(3)).astype(int)
    assert (times.sum(axis=1) == n).all()
    assert (times[:, 2] == 0).all()
    first, second = np.indices((n + 1, n + 1))
    law = stats.multinomial(n, [3 / n, 2 / n, 30 / n])
    chances = law.pmf(np.stack([first, second, n - first - second], axis=-1))
    seen = np.bincount(times[:, 0] * (n + 1) + times[:, 1], minlength=(n + 1) ** 2)
    assert fits(seen, chances.ravel())


def test_many_cells_vary_and_covary_as_those_of_numpy():
    rng = np.random.default_rng(4)
    rows = np.concatenate([rng.integers(1, 12, 700), rng.integers(50, 400, 40), [3000, 20_000]]).astype(float)
    count = 20_000
    times = times_of_cells(rows, count, rng)
    share = rows / rows.sum()
    variance = rows * (1 - share)
    assert (times.sum(axis=1) == rows.sum()).all()
    assert np.abs((times.mean(axis=0) - rows) / np.sqrt(variance / count)).max() < 4.5
    assert np.abs(times.var(axis=0) / variance - 1).max() < 6 * np.sqrt(2 / count) + 0.05
    weights = rng.normal(size=(len(rows), 20))
    expected = rows @ weights**2 - (rows @ weights) ** 2 / rows.sum()
    np.testing.assert_allclose((times @ weights).var(axis=0) / expected, 1, atol=5 * np.sqrt(2 / count))


def test_few_cells_are_drawn_by_numpy_itself():
    rows = np.array([5.0, 3.0])
    drawn = times_of_cells(rows, 3, np.random.default_rng(5))
    assert np.array_equal(drawn, np.random.default_rng(5).multinomial(8, rows / 8, size=3))


@pytest.mark.usefixtures("every_cell_may_be_rare")
def test_replicates_that_were_too_few_are_drawn_again(monkeypatch):
    monkeypatch.setattr(multinomial, "SPARE", (-2, 2))
    times = times_of_cells(np.arange(1.0, 40), 50, np.random.default_rng(6))
    assert times.shape == (50, 39)
    assert (times.sum(axis=1) == 780).all()


def test_rounding_errors_change_no_draw(monkeypatch):
    """Other machines take logarithms a little otherwise; of few coins every chance lies at the edge of a slot."""
    tosses = np.arange(1, 40)

    def draws():
        return np.concatenate([drawn for _, drawn in drawn_alike(heads, tosses, 500, np.random.default_rng(7))])

    before, logs = draws(), inversion.log_factorials()
    monkeypatch.setattr(inversion, "log_factorials", lambda: np.nextafter(logs, np.inf))
    assert np.array_equal(draws(), before)


def test_only_numbers_that_many_cells_share_are_worth_a_table():
    numbers = np.array([3.0] * 30 + [4.0, 0.0, 1.5, 9000.0] + [0.0] * 90)
    assert worth_a_table(numbers, 100).tolist() == [True] * 30 + [False] * 94
    assert not worth_a_table(numbers, 10).any()


def test_no_draw_lies_beyond_the_last_value():
    class Highest:
        """A generator whose every number is the highest there is."""

        @staticmethod
        def integers(low, high, size, dtype):
            return np.full(size, high - 1 - low, dtype)

        @staticmethod
        def random(size):
            return np.full(size, 1 - 2**-53)

    ((_, drawn),) = drawn_alike(heads, np.array([1]), 4, Highest())
    assert drawn.tolist() == [[1, 1, 1, 1]]
