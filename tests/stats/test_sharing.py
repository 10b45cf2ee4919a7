"""Rounding without bias, and tables of which only sums are known."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mercalli.errors import SettingError
from mercalli.estimates.shared import known
from mercalli.inputs.tally import Column
from mercalli.metrics.catalogue import parse
from mercalli.stats.confusion import Confusion
from mercalli.stats.entries import Entries
from mercalli.stats.margins import CELLS, FOUND, MARGINS, Margins, Noise, fitted
from mercalli.stats.sharing import MANY, Rule

RULE, KEY = Rule(10, 5), b"the key of one site, which it keeps"
TABLES = st.integers(2, 7).flatmap(
    lambda size: st.lists(st.integers(0, 30), min_size=size * (size + 1), max_size=size * (size + 1)).map(
        lambda cells: np.array(cells, np.float64).reshape(size, size + 1)
    )
)


def rounded(rows, key=KEY, content="all rows"):
    """Counts after rounding, 0 where nothing is left."""
    entries = Entries.of({"truth": Column.of([f"{at:03}" for at in range(len(rows))])}, np.array(rows, np.int64))
    found = RULE.rounded(entries, key, content)
    column = found.columns["truth"]
    left = {int(column.values[code]): int(rows) for code, rows in zip(column.codes, found.rows, strict=True)}
    return [left.get(at, 0) for at in range(len(rows))]


@given(st.lists(st.integers(0, 200), min_size=1, max_size=30), st.binary(min_size=32, max_size=32))
def test_counts_become_one_of_the_multiples_beside_them_and_multiples_stay(rows, key):
    for count, near in zip(rows, rounded(rows, key), strict=True):
        assert near % 5 == 0
        assert abs(near - count) < 5


@pytest.mark.parametrize("count", [1, 2, 3, 4, 13])
def test_the_mean_over_many_counts_is_the_count(count):
    found, rest = np.array(rounded([count] * 900)), count % 5
    assert abs(found.mean() - count) < 4 * np.sqrt(rest * (5 - rest) / 900)
    assert found.var() == pytest.approx(rest * (5 - rest), rel=0.15)


def test_the_same_counts_are_rounded_alike_and_others_anew():
    rows = list(range(100))
    assert rounded(rows) == rounded(rows)
    assert rounded(rows) != rounded(rows, content="one row more")
    assert rounded(rows) != rounded(rows, key=KEY + b"!")


@pytest.mark.parametrize("pieces", [1, 7, MANY + 1])
def test_replicates_get_the_noise_of_as_many_roundings(pieces):
    counts = np.full(40_000, 37 * pieces)
    drawn = RULE.redrawn(counts, pieces, np.random.default_rng(0))
    assert drawn.mean() == pytest.approx(counts[0], abs=4 * 2.5 * np.sqrt(pieces / 40_000))
    wanted = 6 if pieces == 1 else RULE.variance * pieces  # 37 has the rest 2, of several the rests are any
    assert drawn.var() == pytest.approx(wanted, rel=0.06)


def test_nothing_stays_nothing():
    assert not RULE.redrawn(np.zeros(100, np.int64), 3, np.random.default_rng(0)).any()


@pytest.mark.parametrize(("least", "base"), [(2, 5), (1_001, 5), (10, 2), (10, 101), (10.0, 5), (True, 5)])
def test_rules_that_hide_nothing_or_everything_are_refused(least, base):
    with pytest.raises(SettingError, match="a whole number from 3 to"):
        Rule(least, base)


@given(TABLES)
def test_a_fitted_table_has_the_sums_and_no_row_more(cells):
    margins, table = Margins.of(cells), fitted(Margins.of(cells))
    assert (table >= 0).all()
    for one, other in zip(vars(margins).values(), vars(Margins.of(table.astype(np.float64))).values(), strict=True):
        assert one.tolist() == other.tolist()


@given(TABLES, st.integers(0, 100))
def test_sums_that_rounding_put_out_of_step_keep_the_true_classes_and_what_is_right(cells, seed):
    rng = np.random.default_rng(seed)
    margins = Margins.of(cells).each(lambda each: RULE.redrawn(each.astype(np.int64), 1, rng).astype(np.float64))
    table = fitted(margins)
    assert (table >= 0).all()
    found = Margins.of(table.astype(np.float64))
    assert found.truths.tolist() == margins.truths.tolist()
    assert found.right.tolist() == np.minimum(margins.right, margins.truths).tolist()


def test_a_fitted_table_is_as_mixed_as_its_sums_allow():
    right, wrong = np.array([50.0, 40, 30]), np.array([6.0, 6, 6])
    table = fitted(Margins(right, right + wrong, np.append(right + wrong, 0.0)))
    assert table.tolist() == [[50, 3, 3, 0], [3, 40, 3, 0], [3, 3, 30, 0]]


@given(TABLES)
def test_metrics_of_sums_are_those_of_the_table(cells):
    names = tuple(map(str, range(len(cells))))
    stand_in = Confusion(Margins.of(cells).cells, names)
    for name in ("accuracy", "f1_macro", "mcc", "cohen_kappa", "precision"):
        wanted, found = (np.asarray(parse(name)(each)) for each in (Confusion(cells, names), stand_in))
        np.testing.assert_allclose(found, wanted, rtol=1e-9, atol=1e-9)


def test_what_a_table_tells_is_found_out_and_not_listed():
    told = {name: [table for table in (FOUND, MARGINS, CELLS) if known(parse(name), table, "abcd")] for name in NAMES}
    assert told == {
        "recall_macro": [FOUND, MARGINS, CELLS],
        "f1_macro": [MARGINS, CELLS],
        "accuracy": [FOUND, MARGINS, CELLS],
    }


NAMES = ("recall_macro", "f1_macro", "accuracy")


def test_from_how_many_rows_on_a_class_has_values():
    assert [Noise(RULE, table, 1).told_from(10) for table in (MARGINS, CELLS)] == [12, 40]
