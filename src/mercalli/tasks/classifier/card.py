"""The card of a classifier: what it was made from, how, and what it is worth."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np

from mercalli.inputs.digest import digest_of
from mercalli.plan.provenance import versions
from mercalli.tasks.classifier.cross_fit import FOLDS
from mercalli.tasks.classifier.result import LIMITS, LabelCount, Training, WeightTrial

if TYPE_CHECKING:
    from mercalli.tasks.classifier.fit import Fitted
    from mercalli.tasks.classifier.split import Sides
    from mercalli.tasks.label_sets.result import MultiLabel
    from mercalli.tasks.labels.result import Evaluation

MEASURED = ("metric", "value", "low", "high", "n")


def training_of(found: Fitted, sides: Sides, *, profile: str, seed: int) -> Training:
    """How a classifier came about."""
    learn, aside = sides.learn, sides.aside
    counts = zip(learn.classes, learn.counts, aside.counts, found.classifier.weights, strict=True)
    return Training(
        mode=learn.mode,
        origin=learn.origin,
        digest=digest_of([learn.texts.tolist(), learn.written()], []),
        split=sides.origin,
        trained=len(learn),
        tested=len(aside),
        dropped=learn.dropped,
        labels=tuple(LabelCount(name, int(one), int(two), float(weight)) for name, one, two, weight in counts),
        terms=len(found.classifier.terms.columns),
        folds=FOLDS,
        metric=found.metric,
        trials=tuple(WeightTrial(each.name, None if np.isnan(each.value) else each.value) for each in found.trials),
        chosen=found.chosen.name,
        profile=profile,
        seed=seed,
        versions={**versions(), **_library_versions()},
        feedback=sides.learnt,
    )


def _library_versions() -> dict[str, str]:
    import scipy  # noqa: PLC0415 - only where a model is trained
    import sklearn  # noqa: PLC0415 - an extra, and slow to load
    import skops  # noqa: PLC0415 - as above

    return {"scikit-learn": sklearn.__version__, "scipy": scipy.__version__, "skops": skops.__version__}


def card_of(training: Training, result: Evaluation | MultiLabel) -> dict[str, Any]:
    """What the model carries with it."""
    measures = [{name: getattr(each, name) for name in MEASURED} for each in result.systems[0].measures]
    return {
        **asdict(training),
        "level": result.provenance.settings["level"],
        "measures": measures,
        "limits": list(LIMITS),
    }
