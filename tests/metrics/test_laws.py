"""Laws that hold for every metric, so that no test here names one."""

from __future__ import annotations

from functools import cache
from math import isfinite

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import mercalli
from mercalli.metrics.catalogue import PER_CLASS
from mercalli.metrics.profiled import metrics_of
from mercalli.profiles.check import check
from mercalli.stats.confusion import Confusion

# Fixed examples: the same ones in every run, and no clock.
LAW = settings(deadline=None, max_examples=40, derandomize=True, suppress_health_check=[HealthCheck.too_slow])

# A profile that makes metrics of every kind from kernels, a composite among them.
DRILL = """
name = "drill"
classes = ["a", "b", "c", "d", "e", "f", "g", "h", "i"]
[levels.haste]
now = { weight = 3.0, classes = ["a", "b", "i"] }
later = { weight = 0.5, classes = ["c", "d", "e", "f", "g", "h"] }
[groups.tone]
loud = ["a", "b"]
soft = ["b", "c"]
[metrics.weighed]
kernel = "class_weighted_accuracy"
weights = { a = 5.0, b = 1.0, c = 1.5, d = 2.0, e = 0.0, f = 1.0, g = 1.0, h = 3.0, i = 2.0 }
[metrics.hasty]
kernel = "class_weighted_accuracy"
levels = "haste"
default_level = "later"
[metrics.tactful]
kernel = "penalty_score"
groups = "tone"
[metrics.found_a]
kernel = "recall"
positive = "a"
[metrics.mixed]
kernel = "composite"
parts = { weighed = 2.0, tactful = 1.0 }
"""
PROFILES = (mercalli.read_profile("humaid"), check(DRILL, "the drill"))
STATISTICS = ("Confusion", PER_CLASS)


def options_of(metric, order):
    """Sample options by their name; those that are about classes follow the order of the classes."""
    sample = {
        "beta": 2,
        "weights": [1.0 + each for each in order],
        "penalties": [[abs(row - column) / 4 for column in order] + [1.5] for row in order],
        "worst": 2.0,
        "value_tp": 100.0,
        "cost_fp": 5.0,
        "cost_fn": 40.0,
    }
    return {name: sample[name] for name in metric.needs_options}


def metrics(order):
    return _metrics(tuple(order))


@cache
def _metrics(order):
    """Every metric of the catalogue, with sample options, and every one that a profile makes."""
    listed = [metric for metric in mercalli.catalogue().values() if metric.needs in STATISTICS]
    made = [metrics_of(profile, [profile.classes[each] for each in order]) for profile in PROFILES]
    own = [known[name] for profile, known in zip(PROFILES, made, strict=True) for name in profile.metrics]
    return [metric.having(options_of(metric, order)) for metric in [*listed, *own]]


def value(metric, table):
    """A metric that varies by context looks at the axis of contexts, of which there is one here."""
    return metric(Confusion.of(np.asarray(table)[..., None, :, :] if metric.varies else table))


def sizes():
    """Few classes, or so many that numpy adds them up in another order."""
    return st.sampled_from([2, 3, 4, 9])


@st.composite
def tables(draw, size=None):
    """Counts of K x (K + 1) cells, of which whole rows and columns are often empty, or all but one."""
    size = draw(sizes()) if size is None else size
    cells = draw(arrays(np.float64, (size, size + 1), elements=st.integers(0, 20)))
    return cells * draw(kept(size))[:, None] * draw(kept(size + 1))


def kept(length):
    """Which rows or columns are not empty: all, one, or any."""
    one = st.integers(0, length - 1).map(lambda at: np.arange(length) == at)
    return st.just(np.ones(length, np.bool_)) | one | arrays(np.bool_, length)


@st.composite
def weighed_tables(draw):
    """Sums of weights, as a weighted sample has them: not whole numbers, of any magnitude."""
    table = draw(tables())
    weight = draw(st.sampled_from([1e-6, 1 / 3, 1.0, 1e7]))
    seed = draw(st.integers(0, 1000))
    return table * np.random.default_rng(seed).uniform(0.5, 2, table.shape) * weight


def broken(order, holds):
    """The metrics for which a law does not hold."""
    return {metric.name for metric in metrics(order) if not holds(metric)}


def same(found, expected):
    return np.allclose(found, expected, rtol=0, atol=1e-9, equal_nan=True)


def in_range(metric, table):
    low, high = metric.facts.range
    values = np.atleast_1d(value(metric, table))
    known = values[~np.isnan(values)]
    return bool(((known >= low - 1e-12) & (known <= high + 1e-12)).all())


def test_every_metric_says_in_words_when_it_is_undefined():
    assert not broken(range(5), lambda metric: metric.facts.undefined.strip())


def test_every_metric_says_what_it_means_and_when_it_misleads():
    def holds(metric):
        facts = metric.facts
        return all((metric.meaning, facts.label, facts.formula, facts.misleads, facts.reference))

    assert not broken(range(5), holds)


def test_companions_of_every_metric_exist():
    known = {metric.name for metric in metrics(range(5))}
    assert not broken(range(5), lambda metric: set(metric.facts.beside) <= known)


def test_the_text_of_every_listed_metric_is_its_identity():
    listed = [metric for metric in metrics(range(3)) if metric.name in mercalli.catalogue()]
    assert all(mercalli.parse(metric.text) == metric for metric in listed)


@LAW
@given(table=tables())
def test_values_are_in_range_or_undefined(table):
    assert not broken(range(len(table)), lambda metric: in_range(metric, table))


@LAW
@given(table=weighed_tables())
def test_values_are_in_range_or_undefined_whatever_the_rows_weigh(table):
    assert not broken(range(len(table)), lambda metric: in_range(metric, table))


@LAW
@given(counts=st.lists(st.integers(1, 50), min_size=2, max_size=9))
def test_perfect_predictions_get_the_best_value(counts):
    def holds(metric):
        best = metric.facts.best
        return best is None or not isfinite(best) or same(value(metric, np.diag(counts)), best)

    assert not broken(range(len(counts)), holds)


@LAW
@given(table=tables())
def test_every_metric_is_defined_where_every_cell_is_positive(table):
    assert not broken(range(len(table)), lambda metric: not np.isnan(value(metric, table + 1)).any())


@LAW
@given(data=st.data(), size=sizes())
def test_slices_at_once_equal_slices_one_by_one(data, size):
    parts = np.stack([data.draw(tables(size)) for _ in range(3)])

    def holds(metric):
        one_by_one = np.stack([value(metric, part) for part in parts])
        return same(value(metric, parts), one_by_one)

    assert not broken(range(size), holds)


@LAW
@given(table=tables(), data=st.data())
def test_the_order_of_classes_changes_nothing(table, data):
    order = data.draw(st.permutations(range(len(table))))
    moved = {metric.name: metric for metric in metrics(order)}

    def holds(metric):
        as_given = value(metric, table)
        expected = as_given[order] if metric.needs == PER_CLASS else as_given
        return same(value(moved[metric.name], table[np.ix_(order, [*order, len(table)])]), expected)

    assert not broken(range(len(table)), holds)


@LAW
@given(table=tables(), times=st.sampled_from([3.0, 1 / 3, 1e-3, 1e8]))
def test_many_times_the_same_counts_change_nothing(table, times):
    def holds(metric):
        bounded = all(isfinite(end) for end in metric.facts.range)
        return not bounded or same(value(metric, table * times), value(metric, table))

    assert not broken(range(len(table)), holds)


@LAW
@given(table=weighed_tables())
def test_a_metric_is_undefined_for_weights_exactly_where_it_is_for_rows(table):
    rows = (table > 0).astype(float)

    def holds(metric):
        return np.array_equal(np.isnan(value(metric, table)), np.isnan(value(metric, rows)))

    assert not broken(range(len(table)), holds)


def one_column(size=9, many=500):
    """Weighted tables in which every prediction is the same class, where sums differ in their last digits."""
    rng = np.random.default_rng(1)
    tables = np.zeros((many, size, size + 1))
    tables[np.arange(many), :, rng.integers(0, size, many)] = rng.uniform(0.5, 2, (many, size)) * 1e9
    return tables


def test_values_are_in_range_where_weighted_predictions_are_constant():
    assert not broken(range(9), lambda metric: in_range(metric, one_column()))


def test_the_scale_of_weights_changes_nothing_where_predictions_are_constant():
    def holds(metric):
        bounded = all(isfinite(end) for end in metric.facts.range)
        return not bounded or same(value(metric, one_column()), value(metric, one_column() / 1e9))

    assert not broken(range(9), holds)


def test_a_metric_is_undefined_where_weighted_predictions_are_constant_exactly_where_it_is_for_rows():
    tables = one_column()

    def holds(metric):
        return np.array_equal(np.isnan(value(metric, tables)), np.isnan(value(metric, (tables > 0) * 1.0)))

    assert not broken(range(9), holds)


@LAW
@given(data=st.data(), size=sizes())
def test_parts_merged_equal_the_whole(data, size):
    first, second = data.draw(tables(size)), data.draw(tables(size))
    added = (Confusion.of(first) + Confusion.of(second)).cells
    merged = Confusion.of(np.stack([first, second])).merged(-1).cells
    assert not broken(range(size), lambda metric: same(value(metric, added), value(metric, first + second)))
    assert not broken(range(size), lambda metric: same(value(metric, merged), value(metric, first + second)))


@settings(LAW, max_examples=20)
@given(data=st.data())
def test_the_order_of_rows_does_not_change_a_result(data):
    label, weight = st.sampled_from("abc"), st.sampled_from([0.1, 0.7, 3.0])
    rows = data.draw(st.lists(st.tuples(label, label, weight, st.integers(1, 3)), min_size=2, max_size=30))
    assert evaluated(data.draw(st.permutations(rows))) == evaluated(rows)


def evaluated(rows):
    truth, pred, weight, part = (list(column) for column in zip(*rows, strict=True))
    columns = {"truth": truth, "pred": pred, "weight": weight, "part": part}
    chosen = {"truth": "truth", "pred": "pred", "weight": "weight", "by": "part", "invalid": "wrong"}
    return mercalli.to_json(mercalli.evaluate(columns, **chosen, replicates=100))
