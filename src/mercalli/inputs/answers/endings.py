"""Why an output ended, as interfaces of models say: one that was cut off or filtered has no answer of its own."""

from __future__ import annotations

from collections.abc import Iterable

from mercalli.inputs.answers.answer import CUT_OFF, MAP, MISSING, REFUSED, UNREADABLE, Answer

CUT = frozenset({"length", "max_tokens", "max_output_tokens"})
FILTERED = frozenset({"content_filter", "refusal", "safety"})
FILTER = Answer.unread(REFUSED, "content filter")


def _form(reason: object) -> str:
    return str(reason).strip().lower()


def ends_badly(reason: object) -> bool:
    """Whether an output that ended so may lack its answer.

    >>> [ends_badly(reason) for reason in ("stop", "length", "CONTENT_FILTER")]
    [False, True, True]
    """
    return _form(reason) in CUT | FILTERED


def changed_by(reasons: Iterable[object]) -> list[Answer]:
    """What some reasons can make of an output without a class."""
    return [CUT_OFF if _form(reason) in CUT else FILTER for reason in reasons]


def ended(outcome: str, how: str, reason: object) -> Answer | None:
    """What an output without a class is if it ended for a reason; nothing where the reason changes nothing.

    >>> ended("missing", "", "content_filter").outcome, ended("missing", "", "length").reason
    ('refused', 'cut off')
    >>> ended("read", "exact", "length") is None
    True
    """
    if how == MAP or outcome not in {MISSING, UNREADABLE, REFUSED}:
        return None
    if _form(reason) in FILTERED:
        return FILTER
    return CUT_OFF if _form(reason) in CUT and outcome != REFUSED else None
