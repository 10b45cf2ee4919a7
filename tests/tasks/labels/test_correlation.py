from dataclasses import replace

import numpy as np
import pytest

import mercalli
from mercalli.tasks.labels.correlation import correlation

HEADLINE = ("accuracy", "error_rate", "balanced_accuracy")


def result(systems=1, slices=0, metrics=HEADLINE, replicates=200, rows=900):
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 3, rows)
    names = [f"model {at}" for at in range(systems)]
    right = dict(zip(names, np.linspace(0.4, 0.9, systems), strict=True))
    data = {name: np.where(rng.random(rows) < right[name], truth, rng.integers(0, 3, rows)) for name in names}
    data |= {"truth": truth, "place": rng.integers(0, max(slices, 1), rows).astype(str)}
    by = "place" if slices else None
    return mercalli.evaluate(data, truth="truth", pred=names, by=by, metrics=metrics, replicates=replicates)


@pytest.mark.parametrize(
    ("systems", "slices", "over", "n"),
    [
        (3, 6, "systems", 3),
        (2, 6, "slices", 12),
        (1, 6, "slices", 6),
        (2, 4, "resamples", 400),
        (1, 0, "resamples", 200),
    ],
)
def test_it_is_over_systems_if_three_else_over_slices_if_five_else_over_resamples(systems, slices, over, n):
    found = result(systems, slices).correlation
    assert (found.over, found.n, found.metrics) == (over, n, HEADLINE)


@pytest.mark.parametrize(("systems", "slices"), [(4, 0), (1, 6), (2, 6), (1, 0), (2, 0)])
def test_a_metric_and_its_complement_move_against_each_other(systems, slices):
    values = result(systems, slices).correlation.values
    assert values[0][1] == pytest.approx(-1)
    assert values[0][0] == pytest.approx(1)


def test_over_systems_it_is_numpys_coefficient():
    found = result(7)
    table = [[system.measure(metric).value for metric in HEADLINE] for system in found.systems]
    assert np.array(found.correlation.values) == pytest.approx(np.corrcoef(np.transpose(table)))


def test_slices_with_few_rows_and_crossed_slices_are_left_out():
    found = result(1, 6)
    first, *others = found.systems[0].slices
    crossed = replace(first, columns=("place", "time"), values=("0", "now"))
    system = replace(found.systems[0], slices=(replace(first, few=True), crossed, *others))
    assert correlation(HEADLINE, [system], []).n == 5


def test_two_systems_that_differ_do_not_make_a_correlation():
    rng = np.random.default_rng(0)
    better, worse = rng.random((2, 500, 2)) + np.array([10, 0])[:, None, None]
    found = correlation(HEADLINE[:2], result(2).systems, [better, worse])
    assert abs(found.values[0][1]) < 0.2


def test_it_is_undefined_where_a_metric_does_not_vary():
    same = np.array([[0.1 + 0.2, 1.0], [0.3, 2.0], [0.3, 4.0]])
    found = correlation(HEADLINE[:2], result().systems, [same])
    assert found.values == ((None, None), (None, pytest.approx(1)))


def test_it_is_undefined_where_fewer_than_three_points_have_both():
    lacking = np.array([[1.0, np.nan], [2.0, 5.0], [3.0, 7.0], [4.0, np.nan]])
    found = correlation(HEADLINE[:2], result().systems, [lacking])
    assert found.values == ((pytest.approx(1), None), (None, None))


def test_there_is_none_of_one_metric_nor_without_systems_slices_and_resamples():
    assert result(3, metrics="accuracy").correlation is None
    assert result(1, replicates=0).correlation is None
