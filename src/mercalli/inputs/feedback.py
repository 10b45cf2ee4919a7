"""Feedback: what somebody in operations says the label of a text is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields

import numpy as np

from mercalli.errors import FeedbackError
from mercalli.text.masks import masked

FORMAT = 1
WHEN = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


@dataclass(frozen=True)
class Feedback:
    """One entry.

    Attributes:
        text: The text.
        label: Its label, or labels with the model's delimiter between them, as somebody says.
        pred: What the model had said.
        who: Whoever says it.
        when: The time in UTC, as in 2026-03-01T12:30:00Z.
        model: The digest of the model that had said it.
        id: What names the text, if anything does.
    """

    text: str
    label: str
    pred: str
    who: str
    when: str
    model: str
    id: str | None = None

    @classmethod
    def check(cls, entry: Mapping[str, object], place: str) -> Feedback:
        """From an object of a file; `place` tells where it stands, for an error about it."""
        known = {field.name for field in fields(cls)}
        if entry.get("format") != FORMAT:
            raise FeedbackError.about(
                place,
                f"is of format {entry.get('format')!r}; this version reads format {FORMAT}. "
                f"Give a file that mercalli feedback add wrote.",
            )
        if odd := sorted((entry.keys() - {"format"}) ^ known):
            raise FeedbackError.broken(place, f"{odd[0]!r} is missing or unknown")
        values = {name: entry[name] for name in known}
        wrong = [name for name, value in values.items() if not isinstance(value, str) and (name, value) != ("id", None)]
        if wrong or not _is_time(str(values["when"])):
            raise FeedbackError.broken(place, f"{(wrong or ['when'])[0]!r} is {values[(wrong or ['when'])[0]]!r}")
        return cls(**values)  # type: ignore[arg-type] # all are texts, as was just seen

    def plain(self) -> dict[str, object]:
        """As a file holds it."""
        return {"format": FORMAT, **asdict(self)}

    @property
    def changed(self) -> bool:
        """Whether it corrects what the model had said; else it confirms it."""
        return self.label != self.pred


def _is_time(text: str) -> bool:
    """Whether it is a time of the calendar, written as entries have it."""
    if not WHEN.fullmatch(text):
        return False
    try:
        np.datetime64(text.removesuffix("Z"))
    except ValueError:
        return False
    return True


def check_labels(entries: Iterable[Feedback], classes: Sequence[str], delimiter: str | None, origin: str) -> None:
    """Every label must be one of the classes; where there may be several, the delimiter stands between them."""
    for entry in entries:
        for part in [entry.label] if delimiter is None else entry.label.split(delimiter):
            if part and part not in classes:
                raise FeedbackError.unknown_label(
                    part, classes, f"the label of {masked(entry.text)[:40]!r} in {origin}"
                )


def latest(entries: Iterable[Feedback]) -> list[Feedback]:
    """The last word on every text, in the order of time; of entries of the same second, the later one in the file.

    >>> one, two = (Feedback("fire!", label, "flood", "A", "2026-03-01T12:30:00Z", "m") for label in ("fire", "flood"))
    >>> [entry.label for entry in latest([one, two])]
    ['flood']
    """
    ordered = sorted(entries, key=lambda entry: entry.when)
    last = {" ".join(entry.text.split()): entry for entry in ordered}
    return sorted(last.values(), key=lambda entry: entry.when)
