"""How far intervals reach by Student's t, with few and with many degrees of freedom."""

from __future__ import annotations

import pytest
from scipy.stats import t

from mercalli.uncertainty.student import student_reach


@pytest.mark.parametrize("level", [0.5, 0.95, 0.9999])
@pytest.mark.parametrize("degrees", [1, 3.5, 999, 1_000, 6_635, 1e6])
def test_the_reach_is_the_quantile_that_scipy_has(degrees, level):
    assert student_reach(degrees, level) == pytest.approx(t.ppf((1 + level) / 2, degrees), rel=2e-13)
