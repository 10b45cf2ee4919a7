"""Which columns hold scores, by their usual names; a guess that is always said aloud."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.errors import ColumnError
from mercalli.inputs.classes import normal
from mercalli.inputs.scores import POSITIVE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mercalli.engines.source import Source

SCORE = ("score", "y_score", "prob", "y_prob", "proba", "y_proba", "probability", "risk", "risk_score")
STARTS = ("score_", "y_score_", "prob_", "y_prob_", "proba_", "y_proba_", "probability_")


def guess_scores(source: Source, taken: Iterable[str] = ()) -> list[str]:
    """The column, or the columns that begin alike, with a usual name; an error lists candidates of several kinds."""
    free = [column for column in source.columns if column not in taken]
    kinds: dict[str, list[str]] = {}
    for column in free:
        kind = _kind(column)
        if kind is not None:
            kinds.setdefault(kind, []).append(column)
    if not kinds:
        raise ColumnError.not_found("score", SCORE, source.columns, source.origin)
    if len(kinds) > 1:
        raise ColumnError.ambiguous("score", [each for found in kinds.values() for each in found], source.origin)
    return next(iter(kinds.values()))


def _kind(column: str) -> str | None:
    """The usual name or beginning that a column has.

    >>> _kind("Score"), _kind("prob_flood"), _kind("scored")
    ('score', 'prob_', None)
    """
    plain = column.casefold().strip().replace(" ", "_").replace("-", "_")
    return plain if plain in SCORE else next((start for start in STARTS if plain.startswith(start)), None)


def scores_of_classes(columns: Sequence[str], labels: Sequence[str]) -> dict[str, str]:
    """The column of every label, where each label has one whose name ends in it; else nothing.

    >>> scores_of_classes(["prob_fire", "prob_flood"], ["fire", "flood"])
    {'fire': 'prob_fire', 'flood': 'prob_flood'}
    >>> scores_of_classes(["score_svm", "score_forest"], ["fire", "flood"])
    {}
    """
    ends = {normal(column.strip()[len(kind) :]): column for column in columns if (kind := _kind(column)) in STARTS}
    found = {label: ends[normal(label)] for label in labels if normal(label) in ends}
    return found if len(found) == len(labels) else {}


def one_of_two(found: dict[str, str]) -> dict[str, str]:
    """Of two classes with a score each, the one that is usually positive; else both.

    >>> one_of_two({"0": "prob_0", "1": "prob_1"})
    {'1': 'prob_1'}
    """
    usual = {label: column for label, column in found.items() if normal(label) in POSITIVE}
    return usual if len(found) == 2 and len(usual) == 1 else found  # noqa: PLR2004 - yes or no
