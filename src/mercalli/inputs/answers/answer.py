"""What a system's output says about one item: one class, or why there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ParamSpec

READ, AMBIGUOUS, REFUSED, MISSING, UNREADABLE = OUTCOMES = ("read", "ambiguous", "refused", "missing", "unreadable")
EXACT, WRAPPED, JSON, PREFIX = "exact", "wrapped", "json", "prefix"
OPTION, FINAL, STATEMENT, LINE, MENTION, SCORES = "option", "final", "statement", "line", "mention", "scores"
RULE, MAP = "rule", "map"
HOWS = (EXACT, WRAPPED, JSON, PREFIX, OPTION, FINAL, STATEMENT, LINE, MENTION, SCORES, RULE, MAP)
# A rule and a map are somebody's word that this is the format asked for; an option is a whole answer where nothing
# else was written, and only then is it called one.
WHOLE = frozenset({EXACT, WRAPPED, JSON, PREFIX, OPTION, RULE, MAP})

Span = tuple[int, int]
Given = ParamSpec("Given")
MOST_KEPT = 1_024  # answers that differ in the stage alone


@dataclass(frozen=True)
class Answer:
    """What one output says.

    Attributes:
        outcome: One of `OUTCOMES`. All but "read" are unread, and never become a class.
        label: The name of the class if one was read.
        how: The stage that decided, one of `HOWS`; empty where none of them did.
        reason: Why there is no label, in a few words.
    """

    outcome: str
    label: str | None
    how: str
    reason: str = ""

    @classmethod
    def of(cls, label: str, how: str = "") -> Answer:
        """A class that was read."""
        return cls(READ, label, how)

    @classmethod
    def unread(cls, outcome: str, reason: str = "", how: str = "") -> Answer:
        """No class."""
        return cls(outcome, None, how, reason)

    @property
    def is_read(self) -> bool:
        """Whether there is a class."""
        return self.outcome == READ

    @property
    def whole(self) -> bool:
        """Whether the output was an answer as a whole, so that it was not found in other text.

        >>> Answer.of("flood", JSON).whole, Answer.of("flood", MENTION).whole
        (True, False)
        """
        return self.is_read and self.how in WHOLE

    def span(self, output: str) -> Span | None:
        """Where the label stands in an output, if it stands there as it is spelt.

        >>> Answer.of("flood").span("So it is: flood!"), Answer.of("flood").span("FLOOD")
        ((10, 15), None)
        """
        start = output.find(self.label) if self.label else -1
        return None if start < 0 else (start, start + len(self.label or ""))

    def by(self, how: str) -> Answer:
        """The same, decided by a stage."""
        return self if how == self.how else _decided(self, how)


def first_answer(
    stages: Iterable[Callable[Given, Answer | None]], *given: Given.args, **named: Given.kwargs
) -> Answer | None:
    """That of the first stage that decides."""
    for stage in stages:
        answer = stage(*given, **named)
        if answer is not None:
            return answer
    return None


@lru_cache(maxsize=MOST_KEPT)
def _decided(answer: Answer, how: str) -> Answer:
    return replace(answer, how=how)


SEVERAL = Answer.unread(AMBIGUOUS, "several classes")
SCORES_TIE = Answer.unread(AMBIGUOUS, "scores tie")
EMPTY = Answer.unread(MISSING, "empty")
MARKER = Answer.unread(MISSING, "marker of silence")
FAILED = Answer.unread(MISSING, "failed call")
REFUSAL = Answer.unread(REFUSED, "refusal")
ABSTAINED = Answer.unread(REFUSED, "abstained")
OTHER = Answer.unread(UNREADABLE, "another label")
NEGATED = Answer.unread(UNREADABLE, "only negated")
CUT_OFF = Answer.unread(UNREADABLE, "cut off")
NO_CLASS = Answer.unread(UNREADABLE, "no class named")
NOT_WHOLE = Answer.unread(UNREADABLE, "not in the format asked for")
NOT_TEXT = Answer.unread(UNREADABLE, "not a text")
