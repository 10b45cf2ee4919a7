"""Scores of one submission: what a child is asked, and what is kept of its answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Row, Table, func, insert, select

from mercalli.plan.provenance import versions
from mercalli.results.difference import Difference
from mercalli.tasks.challenge.board import LEVEL, below_minimum
from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.children import Child
from mercalli.tasks.challenge.doors.clock import utc_now
from mercalli.tasks.challenge.doors.host import GOLD, KEY, PRIVATE, PUBLIC, Host, Revision
from mercalli.tasks.challenge.doors.scored import ScoredRun, scored_runs
from mercalli.tasks.challenge.ladder import ONE_ERROR, Release, release

GAIN = "gain"
REPLICATES = 1000
ASKS_GAIN = ("improvements", "ladder")
Minimum = tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class Task:
    """A submission to score: its row, its phase, the revision that counts, and the team's best released run so far."""

    row: Row[Any]
    phase: Row[Any]
    revision: Revision
    baseline: bool
    best: str | None

    @property
    def feedback(self) -> str:
        """Baselines are the organiser's: they are shown in full."""
        return "full" if self.baseline else str(self.phase.feedback)


def task_of(connection: Connection, host: Host, submission: int) -> Task:
    """What is known of a submission before it is scored."""
    row = connection.execute(select(tables.submissions).where(tables.submissions.c.id == submission)).one()
    phase = connection.execute(select(tables.phases).where(tables.phases.c.id == row.phase_id)).one()
    team = connection.execute(select(tables.teams).where(tables.teams.c.id == row.team_id)).one()
    revision = host.revision(connection)
    shown = scored_runs(connection, phase, row.team_id)
    earlier = [run for run in shown if run.id < submission and run.released]
    best = best_run(earlier, revision.challenge.rank_by)
    return Task(row, phase, revision, team.baseline, None if best is None else best.run_digest)


def latest(table: Table) -> Any:  # noqa: ANN401 - a condition
    """That a score is the last version of its submission."""
    other = table.alias()
    newer = select(func.max(other.c.version)).where(other.c.submission_id == table.c.submission_id)
    return table.c.version == newer.scalar_subquery()


def best_run(rows: Sequence[ScoredRun], metric: str, minimum: Minimum = ()) -> ScoredRun | None:
    """The best of some runs, the first of equals; none if none has a score and reaches the minimum."""
    found = ((_gain(row, metric, minimum), row) for row in rows)
    known = [(value, row) for value, row in found if value is not None]
    return max(known, key=lambda each: each[0])[1] if known else None


def _gain(row: ScoredRun, metric: str, minimum: Minimum) -> float | None:
    """A score for which more is better."""
    value, side = able_score(row.measures, row.metrics, metric, minimum)
    return None if value is None else value * side


@lru_cache(maxsize=1 << 16)
def able_score(measures: str, metrics: str, metric: str, minimum: Minimum = ()) -> tuple[float | None, int]:
    """A score that reaches the minimum, and which are better; a board asks for the same ones again and again."""
    found = measure(measures, metric)
    value: float | None = found["value"]
    able = value is not None and not missed(measures, metrics, dict(minimum))
    return (value if able else None), direction(metrics, found["metric"])


def missed(measures: str, metrics: str, minimum: Mapping[str, float]) -> str:
    """Which condition for being ranked a run misses, in words; nothing if it misses none."""
    found = {name: measure(measures, name) for name in minimum}
    sides = {name: direction(metrics, each["metric"]) for name, each in found.items()}
    return below_minimum({name: each["value"] for name, each in found.items()}, minimum, sides)


def measure(text: str, metric: str) -> dict[str, Any]:
    """The measure of a metric by its text, or by its name alone where it has options."""
    every: list[dict[str, Any]] = json.loads(text)
    exact = (each for each in every if each["metric"] == metric)
    named = (each for each in every if each["metric"].partition("(")[0] == metric)
    return next(exact, None) or next(named, {"metric": metric, "value": None, "undefined": "it was not computed"})


@lru_cache(maxsize=256)
def direction(text: str, metric: str) -> int:
    """1 if more of a metric is better, -1 if less is."""
    return int(json.loads(text).get(metric, {}).get("direction") or 1)


def request_of(host: Host, revision: Revision) -> dict[str, Any]:
    """What every request says."""
    return {
        "score": revision.challenge.run.score,
        "store": str(host.store.resolve() / "runs"),
        "options": revision.options,
        "metrics": revision.challenge.metrics,
    }


def part_of(revision: Revision, part: str, phase: str, level: float = LEVEL) -> dict[str, Any]:
    """The files of a part, and how intervals are made on it."""
    folder = revision.folder(part, phase).resolve()
    files = {"gold": str(folder / GOLD), "key": str(folder / KEY), "whole_key": str(revision.key_file.resolve())}
    return {"name": part, **files, "level": level, "replicates": REPLICATES}


def ask(host: Host, task: Task, child: Child, beat: Callable[[], bool] = lambda: True) -> dict[str, Any]:
    """Score a run on both parts, and compare it with the team's best where feedback depends on that."""
    revision, phase, run = task.revision, task.phase.name, task.row.run_digest
    parts = [{**part_of(revision, PUBLIC, phase), "runs": [run]}]
    if revision.has_private(phase):
        parts.append({**part_of(revision, PRIVATE, phase), "runs": [run]})
    if task.feedback in ASKS_GAIN and task.best is not None:
        parts.append({**part_of(revision, PUBLIC, phase, ONE_ERROR), "name": GAIN, "runs": [run, task.best]})
    return dict(child.ask({**request_of(host, revision), "parts": parts}, beat))


def decide(answer: Mapping[str, Any], feedback: str, metric: str) -> Release:
    """What the team is told."""
    found = measure(json.dumps(answer[PUBLIC]["measures"]), metric)
    gain = difference_in(answer[GAIN], found["metric"]) if GAIN in answer else None
    side = int(answer[PUBLIC]["metrics"].get(found["metric"], {}).get("direction") or 1)
    return release(feedback, found["value"], gain, side)


def difference_in(answer: Mapping[str, Any], metric: str) -> Difference:
    """The difference of two runs; one that could not be made is there too, and shows nothing."""
    found = answer["differences"].get(metric)
    return no_difference(metric) if found is None else Difference(**found)


def no_difference(metric: str) -> Difference:
    """Of two runs that could not be compared."""
    nothing = (None,) * 9
    return Difference(metric, *nothing, undefined="the two runs could not be compared")


def keep_scores(connection: Connection, task: Task, answer: Mapping[str, Any]) -> Release:
    """A new version of the scores on both parts, in the transaction that ends the job."""
    told = decide(answer, task.feedback, task.revision.challenge.rank_by)
    _keep(connection, tables.scores, task, answer[PUBLIC], released=told.released, says=told.says)
    if PRIVATE in answer:
        _keep(connection, tables.private_scores, task, answer[PRIVATE])
    return told


def _keep(connection: Connection, table: Table, task: Task, found: Mapping[str, Any], **more: object) -> None:
    newest = select(func.coalesce(func.max(table.c.version), 0)).where(table.c.submission_id == task.row.id)
    values = {
        "submission_id": task.row.id,
        "version": connection.execute(newest).scalar_one() + 1,
        "revision_id": task.revision.number,
        "measures": json.dumps(found["measures"]),
        "metrics": json.dumps(found["metrics"]),
        "run_digest": task.row.run_digest,
        "gold_digest": task.revision.gold_digest,
        "revision_digest": task.revision.digest,
        "versions": json.dumps(versions()),
        "created_at": utc_now(),
    }
    connection.execute(insert(table).values({**values, **more}))
