"""What a classifier is worth on texts that it has not seen: by `evaluate`, or by `multilabel`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from mercalli.estimates.label_sets import HEADLINE
from mercalli.inputs.texts import MULTI_CLASS
from mercalli.plan.provenance import generic
from mercalli.tasks.label_sets.evaluate import multilabel
from mercalli.tasks.labels.evaluate import evaluate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.inputs.texts import LabelledTexts
    from mercalli.profiles.profile import Profile
    from mercalli.tasks.label_sets.result import MultiLabel
    from mercalli.tasks.labels.result import Evaluation

    Worth: TypeAlias = Evaluation | MultiLabel

TRUTH, PRED = "truth", "pred"


def worth_of(
    data: LabelledTexts,
    pred: Sequence[str],
    *,
    profile: Profile | None = None,
    metric: str | None = None,
    by: Sequence[str] = (),
    unit: str | None = None,
    origin: str | None = None,
    **settings: Any,  # noqa: ANN401 - as evaluate has it
) -> Worth:
    """The predictions of texts against their labels; `metric` is among those that are shown first."""
    columns = {name: [column.values[code] for code in column.codes] for name, column in data.by.items()}
    rows = {**columns, TRUTH: data.written(), PRED: list(pred)}
    if data.mode == MULTI_CLASS:
        worth: Worth = evaluate(
            rows,
            truth=TRUTH,
            pred=PRED,
            profile=_showing(profile or generic(), metric),
            by=list(by) or None,
            unit=unit,
            unknown="default",
            **settings,
        )
    else:
        worth = multilabel(
            rows,
            truth=TRUTH,
            pred=PRED,
            labels=data.classes,
            separator=data.delimiter,
            metrics=_with(HEADLINE, metric),
            by=list(by),
            unit=unit,
            **settings,
        )
    return replace(worth, provenance=replace(worth.provenance, origin=origin or data.origin))


def _showing(profile: Profile, metric: str | None) -> Profile:
    """The profile, with one metric more among those that are shown first."""
    return replace(profile, headline=_with(profile.headline or generic().headline, metric))


def _with(headline: Sequence[str], metric: str | None) -> tuple[str, ...]:
    """Metrics that are shown first, and one more if it is not among them."""
    return tuple(dict.fromkeys([*headline, *([] if metric is None else [metric])]))
