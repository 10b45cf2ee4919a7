"""Scores made again from stored runs, which must be the same numbers."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Row, select

from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.children import Child
from mercalli.tasks.challenge.doors.database import reading
from mercalli.tasks.challenge.doors.host import PRIVATE, PUBLIC, Host
from mercalli.tasks.challenge.doors.scoring import ask, decide, latest, task_of

Told = Callable[[int, int], None]


def rebuild(host: Host, told: Told = lambda _done, _total: None) -> tuple[int, list[str]]:
    """Score every run of the current revision again: how many, and which differ from what is kept."""
    scores, runs = tables.scores, tables.submissions
    with reading(host.engine) as connection:
        number = host.revision(connection).number
        query = select(scores, runs.c.public_id).join(runs, runs.c.id == scores.c.submission_id)
        kept = connection.execute(query.where(latest(scores), scores.c.revision_id == number).order_by(runs.c.id)).all()
        private = {
            row.submission_id: row.measures
            for row in connection.execute(select(tables.private_scores).where(latest(tables.private_scores)))
        }
    changed = []
    with Child(host.store) as child:
        for done, row in enumerate(kept):
            told(done, len(kept))
            if not _same(host, row, private, child):
                changed.append(str(row.public_id))
    return len(kept), changed


def _same(host: Host, row: Row[Any], private: Mapping[int, str], child: Child) -> bool:
    """Whether a run has the scores that are kept when it is scored again."""
    with reading(host.engine) as connection:
        task = task_of(connection, host, row.submission_id)
    answer = ask(host, task, child)
    told = decide(answer, task.feedback, task.revision.challenge.rank_by)
    same = json.loads(row.measures) == answer[PUBLIC]["measures"] and told.released == row.released
    if PRIVATE in answer:
        same = same and json.loads(private[row.submission_id]) == answer[PRIVATE]["measures"]
    return bool(same)
