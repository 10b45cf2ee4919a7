"""What is computed of a field: neighbourhoods, arrival times, probabilities, ordered classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from mercalli.errors import FireError
from mercalli.evaluation.measures import finite
from mercalli.metrics.catalogue import parse
from mercalli.metrics.fractions_skill_score import fractions_skill_score
from mercalli.metrics.quadratic_kappa import quadratic_kappa
from mercalli.metrics.within_one import within_one
from mercalli.results.field import FieldTable
from mercalli.results.perimeters import Quantity
from mercalli.stats.fractions import Fractions
from mercalli.stats.ordinal import OrdinalTable
from mercalli.stats.scores import ScoreTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from mercalli.inputs.arrays import Bools, Floats

BINS = 10
NEVER_BOTH = "no cell burned in both"


@dataclass(frozen=True)
class Found:
    """Numbers, and a table of them by something."""

    quantities: tuple[Quantity, ...]
    table: FieldTable | None = None
    notes: tuple[str, ...] = ()


def neighbourhoods(truth: Bools, pred: Bools, known: Bools, windows: Sequence[int]) -> Found:
    """The fractions skill score by window, and the smallest window in which it is of use."""
    base = float((truth & known).sum() / known.sum())
    useful = 0.5 + base / 2
    mask = None if known.all() else known
    values = [finite(float(fractions_skill_score(Fractions.of(truth, pred, side, mask)))) for side in windows]
    skilful = next((side for side, value in zip(windows, values, strict=True) if value and value >= useful), None)
    rows = tuple((float(side), value) for side, value in zip(windows, values, strict=True))
    why = "no window reaches the useful score" if skilful is None else None
    return Found(
        (
            Quantity("base_rate", "share observed", base, ""),
            Quantity("useful", "useful from a score of", useful, ""),
            Quantity(
                "useful_window", "smallest useful window", None if skilful is None else float(skilful), "cells", why
            ),
        ),
        FieldTable("Fractions skill score by window (cells on a side)", ("window", "FSS"), rows),
    )


def arrivals(observed: Floats, modelled: Floats, unit: str) -> Found:
    """Errors of the time at which the fire came, where it came in both; NaN where it never did."""
    came, said = ~np.isnan(observed), ~np.isnan(modelled)
    both = came & said
    error = modelled[both] - observed[both]
    why = None if both.any() else NEVER_BOTH
    size = {
        "bias": ("mean error (late is positive)", error.mean() if error.size else None),
        "mae": ("mean absolute error", np.abs(error).mean() if error.size else None),
        "rmse": ("root mean square error", np.sqrt((error**2).mean()) if error.size else None),
    }
    counts = {
        "both": ("burned in both", both),
        "observed_only": ("burned in the observation only", came & ~said),
        "model_only": ("burned in the model only", said & ~came),
        "neither": ("burned in neither", ~came & ~said),
    }
    return Found(
        (
            *(
                Quantity(name, label, None if value is None else float(value), unit, why)
                for name, (label, value) in size.items()
            ),
            *(Quantity(name, label, float(part.sum()), "cells") for name, (label, part) in counts.items()),
        )
    )


def probabilities(truth: Bools, chance: Floats, reference: Floats | None, name: str) -> Found:
    """How well a map of probabilities ranks and how far it can be taken at its word, with skill over a reference."""
    check_chances(chance, name)
    table = ScoreTable.of(chance, truth)
    base = float(truth.mean())
    against = np.full(1, base * (1 - base)) if reference is None else np.asarray([((reference - truth) ** 2).mean()])
    brier = _of("brier", table)
    skill = None if brier is None or not against[0] > 0 else 1 - brier / float(against[0])
    why = None if skill is not None else "the reference is perfect"
    one_sided = None if 0 < base < 1 else "every cell is of one kind"
    return Found(
        (
            Quantity("average_precision", "average precision", _of("average_precision", table), "", one_sided),
            Quantity("roc_auc", "area under the ROC curve", _of("roc_auc", table), "", one_sided),
            Quantity("brier", "Brier score", brier, ""),
            Quantity("brier_reference", "Brier score of the reference", float(against[0]), ""),
            Quantity("brier_skill", "Brier skill", skill, "", why),
            Quantity("base_rate", "share observed", base, ""),
        ),
        _reliability(truth, chance),
        ("No better than the reference, by the Brier score.",) if skill is not None and skill <= 0 else (),
    )


def check_chances(chance: Floats, name: str) -> None:
    """Refuse numbers below 0 or above 1."""
    odd = chance[(chance < 0) | (chance > 1)]
    if odd.size:
        raise FireError.not_probabilities(name, float(odd[0]))


def _of(metric: str, table: ScoreTable) -> float | None:
    return finite(float(parse(metric)(table)))


def _reliability(truth: Bools, chance: Floats) -> FieldTable:
    """Cells by tenths of the probability: how many, what was said, and what happened."""
    inside = np.minimum((chance * BINS).astype(np.int64), BINS - 1)
    cells = np.bincount(inside, minlength=BINS)
    said, came = (np.bincount(inside, part, BINS) for part in (chance, truth))
    rows = tuple(
        (at / BINS, (at + 1) / BINS, float(cells[at]), float(said[at] / cells[at]), float(came[at] / cells[at]))
        for at in range(BINS)
        if cells[at]
    )
    return FieldTable("Reliability", ("from", "to", "cells", "mean probability", "observed share"), rows)


def ordered(truth: NDArray[Any], pred: NDArray[Any], classes: Sequence[int]) -> Found:
    """Agreement on classes in an order."""
    size, order = len(classes), np.argsort(classes)
    down, across = (order[np.searchsorted(classes, part, sorter=order)] for part in (truth, pred))
    places = down * size + across
    table = OrdinalTable(np.bincount(places, minlength=size**2).reshape(size, size).astype(np.float64))
    kappa = finite(float(quadratic_kappa(table)))
    n = float(table.total)
    rows = tuple((float(code), *row) for code, row in zip(classes, table.cells.tolist(), strict=True))
    return Found(
        (
            Quantity(
                "quadratic_kappa",
                "quadratic weighted kappa",
                kappa,
                "",
                "only one class occurs" if kappa is None else None,
            ),
            Quantity("exact", "class right", float(np.trace(table.cells)) / n, ""),
            Quantity("within_one", "class right or off by one", float(within_one(table)), ""),
            Quantity(
                "mean_error",
                "mean error (too severe is positive)",
                float((table.steps * table.cells).sum()) / n,
                "classes",
            ),
        ),
        FieldTable("Cells by class observed (down) and modelled", ("observed", *(f"{code}" for code in classes)), rows),
    )
