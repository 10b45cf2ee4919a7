"""Boards from stored scores: what may be shown when, and the comparisons that groups rest on."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from sqlalchemy import Connection, Row, Table, func, insert, select

from mercalli.results.difference import Difference
from mercalli.results.measure import Measure
from mercalli.tasks.challenge.board import Board, Entry, grouped, ranked, tested
from mercalli.tasks.challenge.challenge import Challenge
from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.children import Child, ChildError
from mercalli.tasks.challenge.doors.clock import short
from mercalli.tasks.challenge.doors.database import reading, writing
from mercalli.tasks.challenge.doors.host import PRIVATE, PUBLIC, Host, Revision
from mercalli.tasks.challenge.doors.scored import ScoredRun, runs_with, scored_runs
from mercalli.tasks.challenge.doors.scoring import (
    difference_in,
    direction,
    measure,
    missed,
    no_difference,
    part_of,
    request_of,
)
from mercalli.tasks.challenge.doors.standing_runs import best_of, final_of
from mercalli.tasks.challenge.errors import ChallengeError
from mercalli.text.words import shown

Change = tuple[int, ...]
COMPARISONS = {PUBLIC: tables.comparisons, PRIVATE: tables.private_comparisons}


def phase_named(connection: Connection, name: str | None) -> Row[Any]:
    """A phase by its name; without one, the last that has a run, or else the first."""
    table, runs = tables.phases, tables.submissions
    rows = connection.execute(select(table).order_by(table.c.position)).all()
    if name is None:
        used = set(connection.execute(select(runs.c.phase_id).distinct()).scalars())
        return next((row for row in reversed(rows) if row.id in used), rows[0])
    found = next((row for row in rows if row.name == name), None)
    if found is None:
        raise ChallengeError.coded(
            "no_phase", f"There is no phase {name!r}. The phases are: {shown([row.name for row in rows], limit=12)}."
        )
    return found


def public_board(host: Host, phase: str | None = None) -> Board:
    """What everybody may see: the best released run of each team on the public part."""
    with reading(host.engine) as connection:
        host.revision(connection)
        return board_of(connection, host, phase_named(connection, phase), PUBLIC)


def private_board(host: Host, phase: str | None = None, *, organiser: bool = False) -> Board:
    """Final runs on the private part; before the close only for the organiser."""
    with reading(host.engine) as connection:
        host.revision(connection)
        row = phase_named(connection, phase)
        if row.closed_at is None and not organiser:
            raise ChallengeError.coded("not_closed", f"The private board of {row.name!r} is shown after its close.")
        return board_of(connection, host, row, PRIVATE)


@dataclass(frozen=True)
class Standing:
    """The runs of a board in their order, and the comparisons that were made of them."""

    metric: str
    direction: int
    entries: Sequence[Entry]
    digests: Mapping[str, str]
    known: Mapping[tuple[str, str], Difference]

    def told(self, entry: Entry, leader: Entry) -> Difference | None:
        """A comparison that was made."""
        return self.known.get(self.pair(entry, leader))

    def pair(self, entry: Entry, leader: Entry) -> tuple[str, str]:
        """The hashes of two runs."""
        return self.digests[entry.submission], self.digests[leader.submission]


def board_of(connection: Connection, host: Host, phase: Row[Any], part: str) -> Board:
    """The board of a part."""
    revision = host.revision(connection)
    found = _standing(connection, revision, phase, part)
    says = tested(found.metric, revision.challenge.unit, part)
    if part == PUBLIC and _frozen(phase):
        says += f" The board is frozen: runs received after {short(phase.frozen_at)} are shown after the close."
    groups = grouped(found.entries, found.told)
    title, metric = revision.challenge.title, found.metric
    return Board(title, phase.name, part, metric, found.direction, revision.number, groups, says)


def _frozen(phase: Row[Any]) -> bool:
    return phase.frozen_at is not None and phase.closed_at is None


def _standing(connection: Connection, revision: Revision, phase: Row[Any], part: str) -> Standing:
    shown = _shown(connection, revision, phase, part)
    teams, runs = teams_shown(connection), _runs(connection, phase, part)
    rows = [(_entry(revision.challenge, row, teams[team], runs[team]), row) for team, row in shown.items()]
    entries = [entry for entry, _ in rows]
    metric = entries[0].measures[0].metric if entries else revision.challenge.rank_by
    side = direction(rows[0][1].metrics, metric) if rows else 1
    known = _known(connection, phase.id, revision.number, part)
    digests = {entry.submission: row.run_digest for entry, row in rows}
    return Standing(metric, side, ranked(entries, side), digests, known)


def teams_shown(connection: Connection) -> dict[int, Row[Any]]:
    """Teams that were not excluded, in the order in which they came."""
    table = tables.teams
    rows = connection.execute(select(table).where(~table.c.disabled).order_by(table.c.id))
    return {row.id: row for row in rows}


def _runs(connection: Connection, phase: Row[Any], part: str) -> dict[int, int]:
    """How many scored runs each team has, as far as they are shown."""
    runs = tables.submissions
    query = select(runs.c.team_id, func.count().label("total")).where(runs.c.phase_id == phase.id)
    query = query.where(runs.c.state == tables.SCORED, runs.c.received_at <= _until(phase, part))
    query = query.group_by(runs.c.team_id)
    return Counter({row.team_id: row.total for row in connection.execute(query)})


def _until(phase: Row[Any], part: str) -> str:
    """Until when runs had to come to be shown: all of them, unless the board is frozen."""
    return str(phase.frozen_at) if part == PUBLIC and _frozen(phase) else "9999"


def shown_runs(connection: Connection, phase: Row[Any], part: str) -> list[ScoredRun]:
    """Runs of a phase whose public score is shown, and that came before the board was frozen, if it is."""
    until = _until(phase, part)
    return [run for run in scored_runs(connection, phase) if run.received_at <= until]


def _entry(challenge: Challenge, row: ScoredRun, team: Row[Any], runs: int) -> Entry:
    wanted = (challenge.rank_by, *challenge.companions)
    return Entry(
        team=team.name,
        submission=row.public_id,
        received=row.received_at,
        measures=tuple(_measure(measure(row.measures, name)) for name in dict.fromkeys(wanted)),
        runs=runs,
        baseline=team.baseline,
        revision=row.scored_under,
        below=missed(row.measures, row.metrics, challenge.minimum),
    )


def _measure(found: dict[str, Any]) -> Measure:
    empty: dict[str, Any] = {"low": None, "high": None, "method": None, "n": 0}
    kept: dict[str, Any] = {**empty, **found, "undefined_classes": tuple(found.get("undefined_classes", ()))}
    return Measure(**kept)


def _shown(connection: Connection, revision: Revision, phase: Row[Any], part: str) -> dict[int, ScoredRun]:
    """The run by which each team stands on a board: its best released one or, on the private part, its best final."""
    challenge, teams = revision.challenge, teams_shown(connection)
    rows = [row for row in shown_runs(connection, phase, part) if row.team_id in teams]
    found = ((team, best_of(challenge, own)) for team, own in _by_team(rows).items())
    best = {team: row for team, row in found if row is not None}
    if part == PUBLIC:
        return {team: best[team] for team in teams if team in best}
    private = _by_team(runs_with(connection, tables.private_scores, phase.id))
    chosen = _chosen(connection, phase)
    return {team: final_of(challenge, private[team], chosen[team], best.get(team)) for team in teams if team in private}


def _by_team(rows: Iterable[ScoredRun]) -> dict[int, list[ScoredRun]]:
    found: dict[int, list[ScoredRun]] = defaultdict(list)
    for row in rows:
        found[row.team_id].append(row)
    return found


def _chosen(connection: Connection, phase: Row[Any]) -> dict[int, set[int]]:
    finals = tables.finals
    found: dict[int, set[int]] = defaultdict(set)
    for row in connection.execute(select(finals).where(finals.c.phase_id == phase.id)):
        found[row.team_id].add(row.submission_id)
    return found


def _known(connection: Connection, phase: int, revision: int, part: str) -> dict[tuple[str, str], Difference]:
    table = COMPARISONS[part]
    rows = connection.execute(select(table).where(table.c.phase_id == phase, table.c.revision_id == revision))
    return {(row.first_digest, row.second_digest): Difference(**json.loads(row.difference)) for row in rows}


def change_of(connection: Connection) -> Change:
    """What is different whenever a board may be: scores, comparisons, and what the audit log tells but runs that came.

    Numbers grow in the order of commits, as all of this is written by one writer at a time.
    """
    watched = (tables.scores, tables.private_scores, tables.comparisons, tables.private_comparisons, tables.revisions)
    newest = [select(func.max(table.c.id)) for table in watched]
    told = select(func.max(tables.audit.c.id)).where(tables.audit.c.action != tables.SUBMIT)
    found = connection.execute(select(*(each.scalar_subquery() for each in (*newest, told)))).one()
    return tuple(each or 0 for each in found)


def refresh(host: Host, child: Child) -> None:
    """Make the comparisons that groups of all boards lack; each is kept as soon as it is made."""
    with reading(host.engine) as connection:
        revision = host.revision(connection)
        phases = connection.execute(select(tables.phases)).all()
        standings = [
            (phase, part, _standing(connection, revision, phase, part))
            for phase in phases
            for part in (PUBLIC, PRIVATE)
            if phase.name in revision.challenge.phases and (part == PUBLIC or revision.has_private(phase.name))
        ]
    for phase, part, found in standings:
        place = {"phase_id": phase.id, "revision_id": revision.number}
        request = {**request_of(host, revision), "parts": [part_of(revision, part, phase.name)]}
        made = partial(_made, host, child, request, found, place)
        grouped(found.entries, made)


def _made(
    host: Host,
    child: Child,
    request: dict[str, Any],
    found: Standing,
    place: Mapping[str, int],
    *runs: Entry,
) -> Difference:
    """A comparison that is known, or else is made and kept; one that fails is kept too, and not tried for ever."""
    known = found.told(*runs)
    if known is not None:
        return known
    (part,), pair = request["parts"], found.pair(*runs)
    try:
        answer = child.ask({**request, "parts": [{**part, "runs": pair}]})[part["name"]]
        made = difference_in(answer, found.metric)
    except ChildError:
        made = no_difference(found.metric)
    with writing(host.engine) as connection:
        _put(connection, COMPARISONS[part["name"]], {**place, "first_digest": pair[0], "second_digest": pair[1]}, made)
    return made


def _put(connection: Connection, table: Table, place: dict[str, Any], made: Difference) -> None:
    """Keep a comparison, unless another worker made it meanwhile: it is the same."""
    there = select(table.c.id).where(*(table.c[name] == value for name, value in place.items()))
    if connection.execute(there).first() is None:
        connection.execute(insert(table).values(**place, difference=json.dumps(asdict(made))))
