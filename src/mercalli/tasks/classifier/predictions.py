"""Predictions as columns: the label, how sure it is, why it is not the likeliest, and the probability of each label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mercalli.errors import SettingError
from mercalli.inputs.arrays import Bools, Floats
from mercalli.inputs.texts import MULTI_CLASS, LabelledTexts
from mercalli.io.cells import safe
from mercalli.io.targets import FileKind
from mercalli.stats.label_sets import decided
from mercalli.tasks.classifier.classifier import Classifier
from mercalli.tasks.classifier.urgency import COLUMNS, Urgency
from mercalli.tasks.classifier.words import words_told
from mercalli.text.numbers import number

DIGITS = 6
MOVED = "why_not_likeliest"
WHY = "why"
PREDICTION_FILE = FileKind.table("a file of predictions", ("pred", "confidence", MOVED))


@dataclass(frozen=True)
class Beside:
    """What else is wanted beside each label: the words behind it (how many), and how urgent the text is."""

    words: int = 0
    urgency: Urgency | None = None

    @property
    def names(self) -> list[str]:
        """Its columns."""
        return [*([] if self.urgency is None else COLUMNS), *([WHY] if self.words else [])]


NOTHING = Beside()


def prediction_header(
    classes: Sequence[str], *, ids: bool, kept: Sequence[str], truth: bool, beside: Beside = NOTHING
) -> list[str]:
    """The names of the columns."""
    named = [*(["id"] if ids else []), *kept, *(["truth"] if truth else []), "pred", "confidence", MOVED]
    return [*named, *beside.names, *(f"prob_{name}" for name in classes)]


def check_kept(setting: str, kept: Sequence[str], header: Sequence[str]) -> None:
    """No column that is kept may have the name of another column of the predictions; case does not count."""
    folded = [name.casefold() for name in header]
    taken = next((name for name in kept if folded.count(name.casefold()) > 1), None)
    if taken is not None:
        raise SettingError.outside(setting, taken, "columns whose names no other column of the predictions has")


def tested_header(data: LabelledTexts, classes: Sequence[str], kept: Sequence[str]) -> list[str]:
    """The names of the columns where the texts are kept, and all that stands beside them."""
    return prediction_header(classes, ids=data.ids is not None, kept=["text", *data.by, *kept], truth=True)


def prediction_columns(
    classifier: Classifier,
    probabilities: Floats,
    *,
    ids: Sequence[object] | None = None,
    kept: Sequence[Sequence[object]] = (),
    truth: Sequence[object] | None = None,
    more: Sequence[Sequence[object]] = (),
) -> list[Sequence[object]]:
    """A value for each text in each column.

    Ids and labels are for programs to join and compare, and stay as they are; what is kept beside is guarded as in
    every other file.
    """
    guarded, added = ([[safe(cell) for cell in column] for column in part] for part in (kept, more))
    named = [*([] if ids is None else [ids]), *guarded, *([] if truth is None else [truth])]
    flags = classifier.flags(probabilities)
    sure = confidence(flags, probabilities, single=classifier.mode == MULTI_CLASS).round(DIGITS).tolist()
    moved = [safe(reason) for reason in why_moved(classifier, probabilities)]
    return [*named, classifier.labels(probabilities), sure, moved, *added, *probabilities.round(DIGITS).T.tolist()]


def columns_beside(
    beside: Beside, classifier: Classifier, texts: Sequence[str], probabilities: Floats, *, show_personal: bool = False
) -> list[Sequence[object]]:
    """What else is wanted, in the order of its names."""
    flags, columns = classifier.flags(probabilities), list[Sequence[object]]()
    if beside.urgency is not None:
        expected = beside.urgency.expected(probabilities, single=classifier.mode == MULTI_CLASS)
        columns += beside.urgency.columns(flags, expected)
    if beside.words:
        columns.append(words_told(classifier, texts, flags, beside.words, show_personal=show_personal))
    return columns


def confidence(flags: Bools, probabilities: Floats, *, single: bool) -> Floats:
    """The probability of the label given; of several labels, that of the decision on a label that is least sure.

    >>> confidence(np.array([[False, True]]), np.array([[0.6, 0.4]]), single=True)
    array([0.4])
    >>> confidence(np.array([[True, False]]), np.array([[0.9, 0.3]]), single=False)
    array([0.7])
    """
    own: Floats = probabilities[flags] if single else np.where(flags, probabilities, 1 - probabilities).min(axis=1)
    return own


def why_moved(classifier: Classifier, probabilities: Floats) -> list[str]:
    """Why each text has other labels than the likeliest: the weights of labels; nothing where it has those."""
    single = classifier.mode == MULTI_CLASS
    given, likeliest = classifier.flags(probabilities), decided(probabilities, single=single)
    reasons = [""] * len(given)
    for row in np.flatnonzero((given != likeliest).any(axis=1)).tolist():
        reason = _other_label if single else _other_labels
        reasons[row] = reason(classifier, probabilities[row], given[row], likeliest[row])
    return reasons


def _other_label(classifier: Classifier, probabilities: Floats, given: Bools, likeliest: Bools) -> str:
    one, other = int(given.argmax()), int(likeliest.argmax())
    chances, weights = (
        f"{number(each[other], 3)} against {number(each[one], 3)}" for each in (probabilities, classifier.weights)
    )
    return f"{classifier.classes[other]} is likelier ({chances}), but has less weight ({weights})"


def _other_labels(classifier: Classifier, probabilities: Floats, given: Bools, likeliest: Bools) -> str:
    """Labels that were given below even odds, or not given above them."""
    return "; ".join(
        f"{classifier.classes[at]} is {'given' if given[at] else 'not given'} at {number(probabilities[at], 3)} "
        f"because of its weight {number(classifier.weights[at], 3)}"
        for at in np.flatnonzero(given != likeliest).tolist()
    )
