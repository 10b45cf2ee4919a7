"""Urgent classes taken together: how many urgent items are found, and how many answers of urgent are right."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from mercalli.inputs.arrays import Bools, Floats
from mercalli.metrics.catalogue import WHOLE, Metric
from mercalli.metrics.facts import Facts
from mercalli.metrics.ratio import ratio
from mercalli.stats.confusion import Confusion

URGENT_RECALL, URGENT_PRECISION = "urgent_recall", "urgent_precision"


def urgent_metrics(classes: Sequence[str], urgent: Sequence[str], *, exact: bool = False) -> tuple[Metric, Metric]:
    """Recall and precision over the urgent classes pooled; an urgent item is found if any urgent class is answered.

    With `exact`, only if its own class is.

    >>> recall, precision = urgent_metrics(["help", "injured", "other"], ["help", "injured"])
    >>> table = Confusion.of([[4, 1, 5], [2, 6, 2], [1, 1, 8]])
    >>> print(recall(table), precision(table))
    0.6500 0.8667
    """
    chosen = np.array([name in urgent for name in classes])
    recall = Metric(
        URGENT_RECALL,
        partial(_found, urgent=chosen, exact=exact),
        _facts(recall=True, chosen=chosen),
        WHOLE,
        _meaning(recall=True, exact=exact),
    )
    precision = Metric(
        URGENT_PRECISION,
        partial(_right, urgent=chosen, exact=exact),
        _facts(recall=False, chosen=chosen),
        WHOLE,
        _meaning(recall=False, exact=exact),
    )
    return recall, precision


def _meaning(*, recall: bool, exact: bool) -> str:
    if recall:
        which = "its own class" if exact else "any urgent class"
        return f"Of all urgent items, the share that got an answer of {which}."
    return f"Of all answers of an urgent class, the share whose item is {'of that class' if exact else 'urgent'}."


def _facts(*, recall: bool, chosen: Bools) -> Facts:
    count = _urgent_items if recall else _urgent_answers
    return Facts(
        label="Urgent items found" if recall else "Urgent answers that are right",
        formula=r"\frac{n_{UU}}{n_{U\cdot}}" if recall else r"\frac{n_{UU}}{n_{\cdot U}}",
        range=(0, 1),
        best=1,
        undefined="no item is urgent" if recall else "no answer is urgent",
        misleads="Alone: calling everything urgent makes it 1." if recall else "Alone: answering seldom keeps it high.",
        reference="Equality of opportunity: Hardt, Price and Srebro (2016), NeurIPS 29",
        beside=(URGENT_PRECISION if recall else URGENT_RECALL,),
        trials=lambda confusion: count(confusion, chosen),
    )


def _both(confusion: Confusion, urgent: Bools, exact: bool) -> Floats:  # noqa: FBT001 - handed on
    """Urgent items with an urgent answer, or with the right one."""
    if exact:
        return np.asarray(np.einsum("...ii->...i", confusion.cells[..., :-1])[..., urgent].sum(axis=-1))
    return np.asarray(confusion.cells[..., urgent, :][..., :-1][..., urgent].sum(axis=(-2, -1)))


def _urgent_items(confusion: Confusion, urgent: Bools) -> Floats:
    return np.asarray(confusion.truths[..., urgent].sum(axis=-1))


def _urgent_answers(confusion: Confusion, urgent: Bools) -> Floats:
    return np.asarray(confusion.preds[..., urgent].sum(axis=-1))


def _found(confusion: Confusion, urgent: Bools, exact: bool) -> Floats:  # noqa: FBT001 - handed on
    return ratio(_both(confusion, urgent, exact), _urgent_items(confusion, urgent))


def _right(confusion: Confusion, urgent: Bools, exact: bool) -> Floats:  # noqa: FBT001 - handed on
    return ratio(_both(confusion, urgent, exact), _urgent_answers(confusion, urgent))
