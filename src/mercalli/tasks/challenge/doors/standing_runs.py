"""Which run of a team stands on a board. The boards follow it, and `verify` sees from an export that they did."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from mercalli.tasks.challenge.challenge import Challenge
from mercalli.tasks.challenge.doors.scored import ScoredRun
from mercalli.tasks.challenge.doors.scoring import best_run


def best_of(challenge: Challenge, rows: Sequence[ScoredRun]) -> ScoredRun | None:
    """The best run that may be ranked; of a team that has none, the best of all. None if none has a score."""
    metric, minimum = challenge.rank_by, tuple(challenge.minimum.items())
    return best_run(rows, metric, minimum) or best_run(rows, metric)


def final_of(
    challenge: Challenge, rows: Sequence[ScoredRun], chosen: Collection[int], public: ScoredRun | None
) -> ScoredRun:
    """The run of a team on the private board: the best that it chose.

    Without a choice, its run on the public board or, if there is none, its last.
    """
    numbers = chosen or ({public.id} if public is not None else set())
    able = [row for row in rows if row.id in numbers] or rows[-1:]
    return best_of(challenge, able) or able[0]
