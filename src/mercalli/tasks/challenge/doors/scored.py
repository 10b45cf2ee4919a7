"""Runs with their scores. A score never changes, so each is read from the database once, and then only newer ones."""

from __future__ import annotations

import sys
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine, Row, Table, func, literal, select

from mercalli.tasks.challenge.doors import tables

kept: WeakKeyDictionary[Engine, dict[str, dict[int, ScoredRun]]] = WeakKeyDictionary()


class ScoredRun(NamedTuple):
    """A run with one version of its scores on one part; `released` on the private part says nothing."""

    score: int
    id: int
    team_id: int
    phase_id: int
    public_id: str
    received_at: str
    run_digest: str
    scored_under: int
    released: bool
    measures: str
    metrics: str


def runs_with(connection: Connection, scores: Table, phase: int, team: int | None = None) -> list[ScoredRun]:
    """Runs of a phase, or of one team in it, with the last version of their scores on one part, in their order."""
    last = connection.execute(select(func.max(scores.c.id))).scalar() or 0
    known = _known(connection, scores, last)
    own = (run for run in known.values() if run.phase_id == phase and team in {None, run.team_id})
    found = {run.id: run for run in own if run.score <= last}
    return sorted(found.values(), key=lambda run: run.id)


def _known(connection: Connection, scores: Table, last: int) -> dict[int, ScoredRun]:
    """Scores by their numbers, which grow: what came since the last time is added."""
    known = kept.setdefault(connection.engine, {}).setdefault(scores.name, {})
    before = max(known, default=0)
    if last > before:
        for row in connection.execute(_query(scores).where(scores.c.id > before)):
            *own, metrics = row
            known[row.score] = ScoredRun._make([*own, sys.intern(metrics)])
    return known


def _query(scores: Table) -> Any:  # noqa: ANN401 - a query
    runs = tables.submissions
    own = (runs.c.id, runs.c.team_id, runs.c.phase_id, runs.c.public_id, runs.c.received_at, runs.c.run_digest)
    released = scores.c.released if "released" in scores.c else literal(value=True)
    found = (scores.c.revision_id, released, scores.c.measures, scores.c.metrics)
    query = select(scores.c.id.label("score"), *own, *found)
    return query.join(runs, runs.c.id == scores.c.submission_id).order_by(scores.c.id)


def scored_runs(connection: Connection, phase: Row[Any], team: int | None = None) -> list[ScoredRun]:
    """Runs of a phase whose public score is shown: those released and, of a phase without feedback, all once closed."""
    runs = runs_with(connection, tables.scores, phase.id, team)
    every = phase.feedback == "none" and phase.closed_at is not None
    return runs if every else [run for run in runs if run.released]
