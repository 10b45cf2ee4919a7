"""What people in operations say the labels of texts are: checked, and recorded."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mercalli.errors import FeedbackError
from mercalli.inputs.classes import ClassList, label_text, words_beside
from mercalli.inputs.feedback import Feedback
from mercalli.inputs.texts import MULTI_CLASS, LabelledTexts
from mercalli.io.feedback import append_feedback, utc_now
from mercalli.plan.labelled_texts import read
from mercalli.tasks.classifier.model import Model, load_model
from mercalli.text.words import short_name


def add_feedback(
    path: str | Path,
    model: Model,
    texts: Sequence[str],
    labels: Sequence[str],
    *,
    who: str,
    ids: Sequence[str] | None = None,
    when: Sequence[str] | None = None,
    places: Sequence[str] | None = None,
) -> list[Feedback]:
    """Record the correct labels of texts, with what the model predicts: all records, or none.

    Args:
        path: The file, of one line of JSON for each entry; made if it is not there, never rewritten.
        model: The model whose labels are judged.
        texts: The texts.
        labels: The label of each, or its labels with the model's delimiter between them.
        who: Who made the correction.
        ids: What names each text.
        when: The time of each, as in 2026-03-01T12:30:00Z; now if not given.
        places: Where each text is, for an error about it.

    Returns:
        The entries that were added.
    """
    if not who.strip():
        raise FeedbackError.about(
            "feedback", "needs a name: say with `who` who made the correction, as in a person, a team or a shift."
        )
    if not _readable(who):
        raise FeedbackError.not_unicode("`who`")
    where = list(places or (f"text {at:,}" for at in range(1, len(texts) + 1)))
    keys: Sequence[str | None] = ids or [None] * len(texts)
    for text, key, place in zip(texts, keys, where, strict=True):
        _check(text, key, place)
    checked = [_label(label, model, f"the label of {place}") for label, place in zip(labels, where, strict=True)]
    now = _written(utc_now())
    times = [now] * len(texts) if when is None else list(map(_time, when, where))
    entries = [
        Feedback(text, label, pred, who.strip(), time, model.digest, key)
        for text, label, pred, time, key in zip(texts, checked, model.predict(texts), times, keys, strict=True)
    ]
    append_feedback(path, entries)
    return entries


def _check(text: str, key: str | None, place: str) -> None:
    if not text.strip():
        raise FeedbackError.about(place, "is empty. Give the text that the label is of.")
    if not _readable(text):
        raise FeedbackError.not_unicode(place)
    if not _readable(key or ""):
        raise FeedbackError.not_unicode(f"the id of {place}")


def _readable(text: str) -> bool:
    """Whether it can be written as UTF-8, and so be read back."""
    return not any("\ud800" <= sign <= "\udfff" for sign in text)


def _time(text: str, place: str) -> str:
    try:
        time = datetime.fromisoformat(text.strip())
        return _written((time if time.tzinfo else time.replace(tzinfo=UTC)).astimezone(UTC))
    except (ValueError, OverflowError):
        raise FeedbackError.about(
            f"the time of {place}",
            f"is {short_name(text)!r}, which is not a time. "
            f"Write it as in 2026-03-01T12:30:00Z; without a zone it is read as UTC.",
        ) from None


def _written(time: datetime) -> str:
    return time.replace(tzinfo=None).isoformat(timespec="seconds") + "Z"


def _label(label: str, model: Model, place: str) -> str:
    """The label as the model writes it."""
    names, delimiter, single = model.classes, model.classifier.delimiter, model.classifier.mode == MULTI_CLASS
    parts = [label] if single else [part for part in label.split(delimiter) if part.strip()]
    codes = [ClassList(names).code(label_text(part.strip())) for part in parts]
    if None in codes or (single and not label.strip()):
        raise FeedbackError.unknown_label(parts[codes.index(None)], names, place)
    return delimiter.join(names[code] for code in sorted({code for code in codes if code is not None}))


def add_feedback_file(
    path: str | Path,
    model: str | Path,
    source: str,
    *,
    who: str,
    text: str | None = None,
    label: str | None = None,
    key: str | None = None,
    when: str | None = None,
    encoding: str = "utf-8",
) -> list[Feedback]:
    """Append the labelled texts of a file; `when` is its column of times."""
    loaded = load_model(model)
    columns: dict[str, Any] = {"text": text, "label": label, "key": key, "by": [] if when is None else [when]}
    data = read_whole(source, loaded, **columns, encoding=encoding)
    return add_feedback(
        path,
        loaded,
        data.texts.tolist(),
        data.written(),
        who=who,
        ids=None if data.ids is None else data.ids.tolist(),
        when=None if when is None else [str(data.by[when].values[code]) for code in data.by[when].codes],
        places=[f"row {at:,} of {data.origin}" for at in range(1, len(data) + 1)],
    )


def read_whole(source: str | Path, model: Model, **columns: Any) -> LabelledTexts:  # noqa: ANN401 - as `read` has them
    """Texts labelled as those of a model are; rows without a text or a label are refused."""
    classifier = model.classifier
    like_model: dict[str, Any] = {"mode": classifier.mode, "delimiter": classifier.delimiter}
    texts = read(source, **columns, **like_model, missing="drop", words=words_beside(model.classes))
    if texts.dropped:
        raise FeedbackError.lacking(texts.dropped, texts.origin)
    return texts
