"""Times that differ by rounding alone."""

import numpy as np

from mercalli.stats.timefix import distinct_times, timefixed


def fixed(*times):
    return timefixed(np.array(times), distinct_times(np.array(times))).tolist()


def test_times_that_differ_by_rounding_become_the_first_of_them():
    assert fixed(0.1 + 0.2, 0.3, 1.0) == [0.3, 0.3, 1.0]


def test_a_gap_is_also_measured_against_the_mean_of_all_distinct_times():
    assert fixed(1e9, 1e9 + 1, 2e9) == [1e9, 1e9, 2e9]
    assert fixed(1.0, 1.0 + 1e-6, 2.0) == [1.0, 1.0 + 1e-6, 2.0]


def test_a_row_of_small_gaps_is_one_time():
    assert fixed(1.0, 1.0 + 1e-8, 1.0 + 2e-8, 1.0 + 3e-8) == [1.0] * 4
