"""What an output says about an item that may have any number of labels."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mercalli.inputs.answers.answer import AMBIGUOUS, READ, UNREADABLE, Answer

BETWEEN = "; "


@dataclass(frozen=True)
class SetAnswer(Answer):
    """A set of labels that was read; `label` is the same as one text, which is empty for the empty set."""

    labels: frozenset[str] = frozenset()

    @classmethod
    def given(cls, labels: Iterable[str], how: str = "") -> SetAnswer:
        """Labels that were read.

        >>> SetAnswer.given(["flood", "fire"]).label, SetAnswer.given([]).is_read
        ('fire; flood', True)
        """
        every = frozenset(labels)
        return cls(READ, BETWEEN.join(sorted(every)), how, labels=every)


def labels_of(answer: Answer) -> frozenset[str]:
    """The labels that an answer gives; none where it was not read."""
    return answer.labels if isinstance(answer, SetAnswer) else frozenset()


ALTERNATIVES = Answer.unread(AMBIGUOUS, "alternatives")
NO_THRESHOLD = Answer.unread(AMBIGUOUS, "scores without a threshold")
CONTRADICTION = Answer.unread(AMBIGUOUS, "none, and a class")
UNCLEAR_NOT = Answer.unread(AMBIGUOUS, "how far a not reaches")
NAMED_AFTER = Answer.unread(AMBIGUOUS, "another class is named after it")
SCATTERED = Answer.unread(AMBIGUOUS, "classes in several places")
UNKNOWN_ITEM = Answer.unread(UNREADABLE, "an item of the list is no class")
MENTIONED = Answer.unread(UNREADABLE, "only mentioned")
