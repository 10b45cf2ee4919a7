"""Stage 6 for sets: objects and lists that hold any number of labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mercalli.inputs.answers.answer import MARKER, OTHER, REFUSAL, Answer
from mercalli.inputs.answers.objects import (
    DEEPEST,
    MOST_ENTRIES,
    NEVER,
    Evidence,
    ObjectReader,
    combined,
    flat_text,
    plain_number,
)
from mercalli.inputs.answers.set_answer import NO_THRESHOLD, UNKNOWN_ITEM, labels_of
from mercalli.inputs.answers.set_lists import HUNDRED, Item, SetLists, together


@dataclass(frozen=True)
class SetObjectReader(ObjectReader):
    """Reads what was parsed as sets."""

    lists: SetLists

    def _scalar(self, item: object) -> Answer:
        if item is None:
            return MARKER
        text = flat_text(item)
        said = self.lists.value(text)
        if said is not None:
            return said
        return REFUSAL if self.lexicon.silences.refused(text.lower()) else OTHER

    def _list(self, items: Sequence[Any], scores: Sequence[float] | None) -> Answer | None:
        """All labels of a list. Nothing for a list of other things; one that holds more than labels is not read."""
        if not items:
            return self.lists.none
        if all(isinstance(item, int | float) for item in items) and not self.lexicon.options.meaning:
            return None
        present = [item for item in items if item is not None]
        if not present:
            return MARKER
        found = [self._entry(item) for item in present]
        if scores is not None and len(scores) == len(found):
            found = [[each._replace(score=score) for each in part] for part, score in zip(found, scores, strict=True)]
        if all(
            isinstance(item, Mapping | list | tuple) and not part for item, part in zip(present, found, strict=True)
        ):
            return None
        return together([each for part in found for each in part], self.lists.none) if all(found) else UNKNOWN_ITEM

    def _entry(self, item: Any) -> list[Item]:  # noqa: ANN401 - whatever was parsed
        """The items that one entry of a list gives; none if it is no class."""
        if isinstance(item, list | tuple):
            score = plain_number(item[1]) if len(item) == len(("label", "score")) else None
            named = self.lists.item(flat_text(item[0])) if score is not None else None
            return [] if named is None else [named._replace(score=_share(score))]
        if isinstance(item, Mapping):
            return self._object(item)
        named = self.lists.item(flat_text(item))
        return [] if named is None else [named]

    def _object(self, data: Mapping[Any, Any]) -> list[Item]:
        """The labels of an object with an answer key, with its score; none if a yes or no stands beside them."""
        if any(isinstance(each, bool) for each in data.values()):
            return []
        below = Evidence()
        self._walk_object(data, below, DEEPEST)
        answer = combined(below.strong) or combined(below.weak)
        scores = [plain_number(each) for key, each in data.items() if flat_text(key).lower() in self._sets["scores"]]
        score = _share(scores[0]) if scores else None
        return [Item(label, score=score) for label in sorted(labels_of(answer))] if answer is not None else []

    def _by_class(self, data: Mapping[Any, Any]) -> Answer | None:
        """The true classes of an object whose keys are all classes; numbers other than 0 and 1 need a threshold."""
        entries = {key: item for key, item in list(data.items())[:MOST_ENTRIES] if self.kind(flat_text(key)) != NEVER}
        answers = [self.lexicon.bare(flat_text(key)) for key in entries]
        labels = [each.label for each in answers if each is not None]
        if not labels or len(labels) < len(entries):
            return None
        flags = [_bit(item) if self._flag(item) is None else self._flag(item) for item in entries.values()]
        if None not in flags:
            return together(
                [Item(label, said=flag) for label, flag in zip(labels, flags, strict=True)], self.lists.none
            )
        return NO_THRESHOLD if all(plain_number(item) is not None for item in entries.values()) else None


def _bit(item: object) -> bool | None:
    return bool(item) if isinstance(item, int) and item in {0, 1} else None


def _share(score: float | None) -> float | None:
    return None if score is None else score / HUNDRED if score > 1 else score
