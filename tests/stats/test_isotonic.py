"""Isotonic regression of many tables at once, against scipy's of each."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import isotonic_regression

from mercalli.stats import isotonic
from mercalli.stats.isotonic import falling_means

ENTRIES = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)).filter(any), min_size=1, max_size=30)


def each_by_scipy(tables):
    fits = []
    for entries in tables:
        total, rows = np.array(entries, float)[:, 0], np.array(entries, float).sum(axis=1)
        fits.append(isotonic_regression(total / rows, weights=rows, increasing=False).x)
    return np.concatenate(fits)


def together(tables):
    entries = np.concatenate([np.array(each, float) for each in tables])
    which = np.repeat(np.arange(len(tables)), [len(each) for each in tables])
    return falling_means(entries[:, 0], entries.sum(axis=1), which)


@pytest.mark.parametrize("passes", [0, 1, 100])
@settings(derandomize=True, deadline=None)
@given(tables=st.lists(ENTRIES, min_size=1, max_size=4))
def test_every_table_is_fitted_as_if_it_were_alone(passes, tables):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(isotonic, "MOST_PASSES", passes)
        np.testing.assert_allclose(together(tables), each_by_scipy(tables), atol=1e-12)


def test_a_last_entry_that_lifts_all_before_it_takes_no_pass_for_each():
    tables = [[(2000 - at, 1000 + at) for at in range(1000)] + [(10**7, 0)]]
    np.testing.assert_allclose(together(tables), each_by_scipy(tables), atol=1e-12)


def test_nothing_is_fitted_to_nothing():
    assert falling_means(np.empty(0), np.empty(0), np.empty(0, int)).tolist() == []
