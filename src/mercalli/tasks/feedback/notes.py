"""What should be known of feedback before relying on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.inputs.feedback import Feedback
from mercalli.inputs.texts import LabelledTexts
from mercalli.results.limits import FEW_ROWS
from mercalli.stats.bare_texts import bare_texts
from mercalli.text.masks import masked
from mercalli.text.numbers import share_text
from mercalli.text.words import counted


def notes_of(
    entries: Sequence[Feedback], words: Sequence[Feedback], tested: LabelledTexts, digest: str
) -> Iterator[str]:
    """How the feedback came about, and what it can therefore not tell."""
    corrected = sum(each.changed for each in words) / len(words)
    only = " It holds only corrections: right predictions were not recorded." if corrected == 1 else ""
    yield (
        f"Feedback is not a random sample: people record what they notice, and {share_text(corrected)} of it corrects "
        f"the model.{only} A difference from the test shows what to check, not how much worse the model has become."
    )
    if len(words) < FEW_ROWS:
        yield f"{counted(len(words), 'text')}: too few to rely on any number."
    yield from _others(words, digest)
    yield from _disagreements(entries)
    yield from _overlap(words, tested)


def _others(words: Sequence[Feedback], digest: str) -> Iterator[str]:
    """Entries on what another model had said."""
    other = sum(each.model != digest for each in words)
    if other:
        yield (
            f"{counted(other, 'text')} of {len(words):,} were recorded with another model. This model predicted all "
            f"of them again; a model trained on them does well on them without being better."
        )


def _disagreements(entries: Sequence[Feedback]) -> Iterator[str]:
    """Texts that people do not agree on."""
    labels_of: dict[str, dict[str, str]] = {}
    for each in sorted(entries, key=lambda entry: entry.when):
        labels_of.setdefault(each.text, {})[each.who] = each.label
    several = [labels for labels in labels_of.values() if len(labels) > 1]
    odd = sum(len(set(labels.values())) > 1 for labels in several)
    if odd:
        yield (
            f"People disagree on {odd:,} of the {counted(len(several), 'text')} that several of them labelled; the "
            f"last label counts. Resolve these before training on them."
        )


def _overlap(words: Sequence[Feedback], tested: LabelledTexts) -> Iterator[str]:
    """Texts on both sides, compared as masked: those of the test may be."""
    held = dict(zip(bare_texts(list(map(masked, tested.texts.tolist()))), tested.written(), strict=True))
    keys = bare_texts([masked(each.text) for each in words])
    shared = [(each.label, held[key]) for each, key in zip(words, keys, strict=True) if key and key in held]
    if shared:
        odd = sum(one != two for one, two in shared)
        yield (
            f"Also in the test: {counted(len(shared), 'text')} of the feedback, {odd or 'none'} of them with another "
            f"label. Both sides were resampled separately, so intervals of differences are a little too wide."
        )
