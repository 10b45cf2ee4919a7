"""Stage 6: objects and lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from mercalli.inputs.answers.answer import (
    AMBIGUOUS,
    EMPTY,
    FAILED,
    JSON,
    MARKER,
    NEGATED,
    NO_CLASS,
    OTHER,
    READ,
    REFUSAL,
    SEVERAL,
    Answer,
)
from mercalli.inputs.answers.lexicon import Lexicon
from mercalli.inputs.answers.names import CAPITALS
from mercalli.inputs.answers.passage import highest
from mercalli.inputs.answers.values import is_degree, value
from mercalli.inputs.classes import label_text

DEEPEST = 4
MOST_ENTRIES = 1_000
LONGEST_KEY = 100
STRONG, WEAK, NEVER, FAILURE, REFUSING, UNKNOWN = "strong", "weak", "never", "failure", "refusing", "unknown"
PARTS = re.compile(r"[\s_\-.]+")
PERCENT = re.compile(r"(\d{1,3}(?:\.\d{1,9})?) ?%?")


@dataclass
class Evidence:
    """What the keys of some objects say, the strong ones apart, and what objects without such keys say."""

    strong: list[Answer] = field(default_factory=list[Answer])
    weak: list[Answer] = field(default_factory=list[Answer])
    plain: list[Answer] = field(default_factory=list[Answer])
    failed: bool = False
    refused: bool = False

    def verdict(self) -> Answer | None:
        """One answer from all; strong keys decide before weak ones, and also without a class."""
        answer = combined(self.strong) or combined(self.weak) or combined(self.plain)
        if self.failed and (answer is None or answer.outcome not in {READ, AMBIGUOUS}):
            return FAILED
        if self.refused and (answer is None or answer.outcome not in {READ, AMBIGUOUS}):
            return REFUSAL
        return answer


def combined(answers: Sequence[Answer]) -> Answer | None:
    """The class that several answers agree on; without any, the first of them."""
    labels = {each.label for each in answers if each.outcome == READ}
    if len(labels) > 1 or any(each.outcome == AMBIGUOUS for each in answers):
        return next((each for each in answers if each.outcome == AMBIGUOUS), SEVERAL)
    read = [each for each in answers if each.outcome == READ]
    return next(iter([*read, *answers]), None)


@dataclass(frozen=True)
class ObjectReader:
    """Reads what was parsed."""

    lexicon: Lexicon

    def answer(self, parsed: Iterable[Any]) -> Answer | None:
        """What some objects and lists say together."""
        evidence = Evidence()
        for data in parsed:
            self._walk(data, evidence, 1)
        verdict = evidence.verdict()
        return None if verdict is None else verdict.by(JSON)

    def of_pairs(self, pairs: Iterable[tuple[str, object]]) -> Answer | None:
        """What keys with their values say, where no object reads as a whole."""
        evidence = Evidence()
        for key, item in pairs:
            kind = self.kind(key)
            if kind in {STRONG, WEAK} and not self._is_degree(key, item):
                (evidence.strong if kind == STRONG else evidence.weak).append(self._scalar(item))
        verdict = evidence.verdict()
        return None if verdict is None else verdict.by(JSON)

    def kind(self, key: str) -> str:
        """What a key holds."""
        return self._kind(key[:LONGEST_KEY])

    @cached_property
    def _kind(self) -> Callable[[str], str]:
        return lru_cache(maxsize=MOST_ENTRIES)(self._kind_of)

    def _kind_of(self, key: str) -> str:
        words = _key_words(key)
        whole = " ".join(words)
        sets = self._sets
        if not words:
            return UNKNOWN
        for kind in (FAILURE, REFUSING, STRONG, WEAK, NEVER):
            if whole in sets[kind]:
                return kind
        if words[-1] in sets[NEVER] or sets["denying"].intersection(words):
            return NEVER
        for kind in (STRONG, WEAK):
            others = [word for word in words if word not in sets[kind]]
            if len(others) < len(words) and sets["beside"].issuperset(others):
                return kind
        return UNKNOWN

    def _is_degree(self, key: str, item: object) -> bool:
        """Whether a value is a degree on a scale, and no option."""
        scales = self.lexicon.tables.cues.scales
        return any(word in scales for word in _key_words(key)) and is_degree(self.lexicon, flat_text(item))

    @cached_property
    def _sets(self) -> dict[str, frozenset[str]]:
        cues, keys = self.lexicon.tables.cues, self.lexicon.tables.keys
        return {
            STRONG: frozenset(cues.strong),
            WEAK: frozenset(cues.weak),
            NEVER: frozenset((*keys.never, *keys.explaining)),
            FAILURE: frozenset(keys.failures),
            REFUSING: frozenset(keys.refusals),
            "beside": frozenset((*cues.before, *cues.behind, *cues.weak, *self.lexicon.tables.statements.finals)),
            "revoking": frozenset(keys.revoking),
            "denying": frozenset((*keys.denying, *self.lexicon.tables.negation.withdrawn)),
            "scores": frozenset(keys.scores),
        }

    def _walk(self, data: Any, evidence: Evidence, depth: int) -> None:  # noqa: ANN401 - whatever was parsed
        if depth > DEEPEST:
            return
        if isinstance(data, Mapping):
            self._walk_object(data, evidence, depth)
        elif isinstance(data, list | tuple):
            answer = self._list(data[:MOST_ENTRIES], None)
            if answer is not None:
                evidence.plain.append(answer)
            for item in data[:MOST_ENTRIES] if answer is None else ():
                self._walk(item, evidence, depth + 1)

    def _walk_object(self, data: Mapping[Any, Any], evidence: Evidence, depth: int) -> None:
        scored = self._by_class(data)
        if scored is not None:
            evidence.plain.append(scored)
            return
        if self._is_taken_back(data):
            evidence.strong.append(NEGATED)
            return
        for key, item in list(data.items())[:MOST_ENTRIES]:
            kind = self.kind(flat_text(key))
            if kind in {STRONG, WEAK} and not self._is_degree(flat_text(key), item):
                self._note(kind, item, data, evidence, depth)
            elif kind in {FAILURE, REFUSING}:
                evidence.failed = evidence.failed or (kind == FAILURE and bool(item))
                evidence.refused = evidence.refused or (kind == REFUSING and bool(item))
            elif kind == UNKNOWN:
                self._walk(item, evidence, depth + 1)

    def _is_taken_back(self, data: Mapping[Any, Any]) -> bool:
        """Whether an object says beside its label that it is none: "correct": false, "superseded": true."""
        approvals = self.lexicon.tables.keys.approvals
        if any(self._flag(item) and self._revokes(flat_text(key)) for key, item in data.items()):
            return True
        said = [item for key, item in data.items() if _approved(flat_text(key)) in approvals]
        words = {flat_text(item).strip().lower() for item in said}
        return any(self._flag(item) is False for item in said) or not words.isdisjoint(self._sets["denying"])

    def _revokes(self, key: str) -> bool:
        return not self._sets["revoking"].isdisjoint(_key_words(key[:LONGEST_KEY]))

    def _note(self, kind: str, item: Any, data: Mapping[Any, Any], evidence: Evidence, depth: int) -> None:  # noqa: ANN401
        """What stands under a key of answers."""
        if isinstance(item, Mapping):
            below = Evidence()
            self._walk(item, below, depth + 1)
            evidence.strong += below.strong
            evidence.weak += below.weak
            found = bool(below.strong or below.weak)
            if kind == STRONG and not found:
                evidence.strong.append(combined(below.plain) or NO_CLASS)
            elif not found:
                evidence.weak += below.plain
            return
        listed = isinstance(item, list | tuple)
        answer = self._list(item[:MOST_ENTRIES], self._scores(data, len(item))) if listed else self._scalar(item)
        if answer is None:
            self._walk(item, evidence, depth + 1)
        else:
            (evidence.strong if kind == STRONG else evidence.weak).append(answer)

    def _scalar(self, item: object) -> Answer:
        return MARKER if item is None else value(self.lexicon, flat_text(item))

    def _scores(self, data: Mapping[Any, Any], count: int) -> list[float] | None:
        """A list of as many scores as there are labels, beside them."""
        for key, item in data.items():
            if isinstance(item, list) and len(item) == count and flat_text(key).lower() in self._sets["scores"]:
                numbers = [plain_number(each) for each in item]
                return None if None in numbers else [each for each in numbers if each is not None]
        return None

    def _list(self, items: Sequence[Any], scores: Sequence[float] | None) -> Answer | None:
        """One label; the one with the highest score; or several. Nothing for a list of other things."""
        if not items:
            return EMPTY
        pairs = [self._scored_item(item) for item in items]
        if scores is not None:
            pairs = [(self._scalar(item), score) for item, score in zip(items, scores, strict=True)]
        known = [pair for pair in pairs if pair is not None]
        if len(known) == len(items):
            return self._highest(known)
        if any(isinstance(item, Mapping | list | tuple) for item in items):
            return None
        if all(isinstance(item, int | float) for item in items) and not self.lexicon.options.meaning:
            return None
        answers = {each.label or each.outcome: each for each in map(self._scalar, items)}
        texts = {flat_text(item).lower() for item in items}
        if len(texts) == 1 or len(answers) == 1:
            return next(iter(answers.values()))
        return SEVERAL if any(each.outcome in {READ, AMBIGUOUS} for each in answers.values()) else OTHER

    def _scored_item(self, item: Any) -> tuple[Answer, float] | None:  # noqa: ANN401 - whatever was parsed
        """A label with its score: an object of both, or a pair."""
        if isinstance(item, list | tuple) and len(item) == len(("label", "score")) and isinstance(item[0], str):
            score = plain_number(item[1])
            return None if score is None else (self._scalar(item[0]), score)
        if not isinstance(item, Mapping):
            return None
        below = Evidence()
        self._walk_object(item, below, DEEPEST)
        answer = combined(below.strong) or combined(below.weak)
        scores = [plain_number(each) for key, each in item.items() if flat_text(key).lower() in self._sets["scores"]]
        return None if answer is None or not scores or scores[0] is None else (answer, scores[0])

    def _highest(self, pairs: Sequence[tuple[Answer, float]]) -> Answer:
        """The label with the highest score, whether it is a class or not."""
        best = max(score for _, score in pairs)
        return combined([answer for answer, score in pairs if score == best]) or NO_CLASS

    def _by_class(self, data: Mapping[Any, Any]) -> Answer | None:
        """The only true class, or the one with the highest number, of an object whose keys are all classes."""
        entries = {key: item for key, item in list(data.items())[:MOST_ENTRIES] if self.kind(flat_text(key)) != NEVER}
        codes = [self.lexicon.names.bare(flat_text(key)) for key in entries]
        if not codes or None in codes:
            return None
        flags = [self._flag(item) for item in entries.values()]
        known = [code for code in codes if code is not None]
        if None not in flags:
            true = {code for code, flag in zip(known, flags, strict=True) if flag}
            return self.lexicon.answer(true.pop()) if len(true) == 1 else SEVERAL if true else NO_CLASS
        numbers = [plain_number(item) for item in entries.values()]
        scores = {code: number for code, number in zip(known, numbers, strict=True) if number is not None}
        return highest(self.lexicon, scores) if len(scores) == len(numbers) else None

    def _flag(self, item: object) -> bool | None:
        if isinstance(item, bool):
            return item
        word = item.strip().lower() if isinstance(item, str) else ""
        keys = self.lexicon.tables.keys
        return True if word in keys.yes else False if word in keys.no else None


def _approved(key: str) -> str:
    """A key without "is" in front: both "correct" and "is_correct" say whether the label is."""
    return " ".join(_key_words(key[:LONGEST_KEY])).removeprefix("is ")


def _key_words(key: str) -> tuple[str, ...]:
    return tuple(word.lower() for part in PARTS.split(key) for word in CAPITALS.split(part) if word)


def flat_text(item: object) -> str:
    """A key or value as text; whatever has none is nothing."""
    return item if isinstance(item, str) else label_text(item) if isinstance(item, bool | int | float) else ""


def plain_number(item: object) -> float | None:
    """A number, or a text that is one; nothing for others."""
    if isinstance(item, bool):
        return None
    if isinstance(item, int | float):
        return float(item) if item == item and abs(item) < 1e300 else None  # noqa: PLR0124, PLR2004 - NaN and the endless
    found = PERCENT.fullmatch(item.strip()) if isinstance(item, str) else None
    return float(found[1]) if found else None
