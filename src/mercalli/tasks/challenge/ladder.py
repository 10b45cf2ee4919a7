"""What a team is told of a score: all of it, only what improves, or only what improves by more than chance (Ladder).

The Ladder (Blum and Hardt 2015): a score is released if the paired gain over the team's own best released run exceeds
one standard error. Who tries at random then learns almost nothing of the public part.
"""

from __future__ import annotations

from dataclasses import dataclass

from mercalli.results.difference import Difference

ONE_ERROR = 0.6826894921370859  # the level of an interval of one standard error to each side


@dataclass(frozen=True)
class Release:
    """Whether a score is released to its team and the board, and what is said."""

    released: bool
    says: str


def release(feedback: str, value: float | None, gain: Difference | None, direction: int) -> Release:
    """Whether a score is released; `gain` is the new run minus the team's best released one, if it has one.

    >>> from mercalli.results.difference import Difference
    >>> gain = Difference("accuracy", 0.53, 0.52, 0.01, -0.01, 0.03, "percentile", 0.3, None, None)
    >>> release("ladder", 0.53, gain, 1)
    Release(released=False, says='No improvement by more than one standard error over your best run so far.')
    """
    if feedback == "none":
        return Release(False, "Scores of this phase are shown after its close.")  # noqa: FBT003 - the field says it
    if value is None:  # it improves nothing, and the companions beside it would be told without an end
        return Release(feedback == "full", "The score is undefined.")
    if feedback == "full" or gain is None:
        return Release(True, "")  # noqa: FBT003 - as above
    if feedback == "improvements":
        better = gain.difference is not None and gain.difference * direction > 0
        return Release(better, "" if better else "No improvement over your best run so far.")
    return _step(gain, direction)


def _step(gain: Difference, direction: int) -> Release:
    """A step up the ladder must be larger than one standard error."""
    if gain.difference is None or gain.low is None or gain.high is None:  # whatever its sign, which would be told
        says = "Too few units to say whether it improves on your best run so far."
        return Release(False, says)  # noqa: FBT003 - as above
    step = gain.difference * direction
    better = step > 0 and step > (gain.high - gain.low) / 2
    says = "" if better else "No improvement by more than one standard error over your best run so far."
    return Release(better, says)
