"""Ratio metrics taken apart, and those that are none."""

from __future__ import annotations

import numpy as np
import pytest

from mercalli.errors import MetricError
from mercalli.metrics.catalogue import parse
from mercalli.metrics.payoffs import ratio_parts

RATIOS = ("accuracy", "error_rate", "f1_micro", "class_weighted_accuracy(weights=[5, 1, 2])", "hamming_loss")
BY_CLASS = ("recall", "precision", "specificity", "f1", "f_beta(beta=2)", "csi", "npv", "fnr")
OTHERS = ("f1_macro", "recall_macro", "mcc", "cohen_kappa", "balanced_accuracy")


@pytest.mark.parametrize("text", RATIOS)
def test_a_ratio_is_taken_apart(text: str) -> None:
    parts = ratio_parts(parse(text), 3)
    assert (parts.above >= 0).all()
    assert (parts.above <= parts.below + 1e-9).all()


@pytest.mark.parametrize("text", BY_CLASS)
@pytest.mark.parametrize("position", [0, 2])
def test_so_is_one_of_a_class(text: str, position: int) -> None:
    assert ratio_parts(parse(text), 3, position).below.max() == pytest.approx(1.0)


@pytest.mark.parametrize("text", OTHERS)
def test_others_are_refused_by_name(text: str) -> None:
    with pytest.raises(MetricError, match=f"'{text}' is not a ratio"):
        ratio_parts(parse(text), 3)


def test_payoffs_by_hand() -> None:
    parts = ratio_parts(parse("class_weighted_accuracy(weights=[5, 1])"), 2)
    payoff = 5 * (parts.above - 0.7 * parts.below)
    assert payoff[:, :2].ravel().tolist() == pytest.approx([1.5, -3.5, -0.7, 0.3])
    assert np.allclose(parts.complement.above + parts.above, parts.below)
