"""What each class adds to a value adds up to the value."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mercalli
from mercalli import Confusion
from mercalli.metrics.profiled import metrics_of

PROFILE = mercalli.read_profile("humaid")
SIZE = len(PROFILE.classes)
KNOWN = metrics_of(PROFILE, PROFILE.classes)
SPLIT = [metric for metric in KNOWN.values() if metric.facts.by_class is not None and not metric.needs_options]


def test_the_means_that_split_by_class_are_these():
    assert {metric.name for metric in SPLIT} == {
        *("accuracy", "balanced_accuracy", "dua", "ar", "recall_macro", "fnr_macro"),
    }


@pytest.mark.parametrize("metric", SPLIT, ids=lambda metric: metric.name)
@given(seed=st.integers(0, 10_000))
def test_classes_add_up_to_the_value(metric, seed):
    cells = np.random.default_rng(seed).integers(0, 3, (1, SIZE, SIZE + 1))
    cells[0, seed % SIZE] = 0  # a class that never occurs
    confusion = Confusion.of(cells, PROFILE.classes)
    table = confusion if metric.varies else confusion.merged(-1)
    assert metric.by_class(table).sum(axis=-1) == pytest.approx(metric(table))
