"""Texts to learn from with what people said of them, and of others, since."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from mercalli.errors import FeedbackError
from mercalli.inputs.digest import digest_of
from mercalli.inputs.feedback import latest
from mercalli.inputs.texts import MULTI_CLASS, LabelledTexts
from mercalli.stats.bare_texts import word_keys
from mercalli.tasks.classifier.result import LearntFeedback

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.inputs.feedback import Feedback


def with_feedback(
    data: LabelledTexts, test: LabelledTexts, entries: Sequence[Feedback]
) -> tuple[LabelledTexts, LearntFeedback]:
    """The texts with corrected labels and new ones added, and what was done.

    The last word on each text counts. A text with the same words as one to test on is left out, so that the test stays
    one of texts that were not seen. The classes stay the same, also where no text of one is left.
    """
    words = latest(entries)
    tested = dict(zip(word_keys(test.texts.tolist()), test.written(), strict=True))
    keys = word_keys([each.text for each in words])
    disputed = {key for key, each in zip(keys, words, strict=True) if tested.get(key, each.label) != each.label}
    said = {key: each for key, each in zip(keys, words, strict=True) if key not in tested}
    for each in said.values():
        _check(each, data)
    held = word_keys(data.texts.tolist())
    labels = [said[key].label if key in said else label for key, label in zip(held, data.written(), strict=True)]
    changed = sum(one != two for one, two in zip(labels, data.written(), strict=True))
    known = {*held}
    new = [each for key, each in said.items() if key not in known]
    checked = LabelledTexts.check(
        [*data.texts.tolist(), *(each.text for each in new)],
        [*labels, *(each.label for each in new)],
        mode=data.mode,
        delimiter=data.delimiter,
        origin=data.origin,
        roles=data.roles,
    )
    joined = replace(checked, classes=data.classes, dropped=data.dropped)
    digest = digest_of([each.plain() for each in entries], [])
    return joined, LearntFeedback(
        digest, len(entries), len(new), changed, left_out=len(words) - len(said), disputed=len(disputed)
    )


def _check(each: Feedback, data: LabelledTexts) -> None:
    parts = [each.label] if data.mode == MULTI_CLASS else each.label.split(data.delimiter)
    for part in parts:
        if part and part not in data.classes:
            raise FeedbackError.unknown_label(part, data.classes, f"the label of {each.text[:40]!r} in the feedback")
