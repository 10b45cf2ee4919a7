"""Challenges without a server: a large run checked, bombs refused, and a board of many teams."""

from __future__ import annotations

import gzip
import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.measure import measured
from bench.table import Row, under

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.measure import Values
    from mercalli.tasks.challenge.key import Key

ROWS = 100_000
TEAMS, RUNS_PER_TEAM = 500, 40
CHECK_SECONDS, CHECK_MB = 2.0, 150
BOMB_SECONDS, BOMB_MB = 1.0, 100
BOARD_SECONDS = 0.15
HEADER = b"id,pred\n"
BOMBS: dict[str, Callable[[int, int], bytes]] = {
    "empty lines": lambda _rows, most: HEADER + b"\n" * most,
    "empty lines, packed": lambda _rows, most: gzip.compress(HEADER + b"\n" * most),
    "zeros, packed": lambda _rows, most: gzip.compress(b"\0" * most * 4),
    "200,000 empty gzip members": lambda _rows, _most: gzip.compress(b"") * 200_000,
    "lines of commas": lambda _rows, most: HEADER + (b"," * 16_000 + b"\n") * (most // 16_001),
    "lines of quoted nothings": lambda _rows, most: HEADER + (b'"",' * 5_000 + b"\n") * (most // 15_001),
    "every line wrong twice": lambda rows, _most: HEADER + b"".join(b'"x%d","quake"\n' % at for at in range(rows)),
    "a header of repeated names": lambda _rows, _most: b"id," * 80_000,
    "one line": lambda _rows, most: b"a" * most,
}


def challenge(rows: int = ROWS) -> list[Row]:
    """One run of as many items as are asked for; files that are made to hold a reader up; a board from its database."""
    valid = measured(checked, repeats=3, rows=rows)
    bombs = {name: measured(refused, rows=rows, name=name) for name in BOMBS}
    worst = max(bombs, key=lambda name: bombs[name].cpu)
    largest = max(bombs, key=lambda name: bombs[name].extra_mb)
    teams = measured(board, repeats=5, teams=TEAMS, runs=RUNS_PER_TEAM)
    what = f"{TEAMS} teams, {TEAMS * RUNS_PER_TEAM:,} runs, the public board"
    return [
        under(f"{rows:,} rows, checked (memory bar {CHECK_MB} MB)", valid, CHECK_SECONDS),
        under(f"the slowest of {len(BOMBS)} bombs, refused ({worst})", bombs[worst], BOMB_SECONDS),
        under(f"the largest of them (memory bar {BOMB_MB} MB; {largest})", bombs[largest], BOMB_SECONDS),
        under(what, teams, BOARD_SECONDS),
    ]


def key_of(rows: int) -> Key:
    """A key of so many items with two classes."""
    from mercalli.inputs.runs import RunField, RunForm
    from mercalli.tasks.challenge.key import Key

    return Key(RunForm(("id",), (RunField("pred", ("fire", "flood")),)), tuple((str(at),) for at in range(rows)))


def checked(rows: int) -> Callable[[], Values]:
    """A valid run."""
    return _check(rows, HEADER + b"".join(b"%d,fire\n" % at for at in range(rows)), valid=True)


def refused(rows: int, name: str) -> Callable[[], Values]:
    """A bomb."""
    from mercalli.tasks.challenge.check import limits_for

    return _check(rows, BOMBS[name](rows, limits_for(key_of(rows)).most_bytes - 100), valid=False)


def _check(rows: int, content: bytes, *, valid: bool) -> Callable[[], Values]:
    from mercalli.io.runs import blocks_of_file
    from mercalli.tasks.challenge.check import check_run

    with tempfile.NamedTemporaryFile(prefix="mercalli-bench-", delete=False) as stream:
        stream.write(content)
    file, key = Path(stream.name), key_of(rows)

    def work() -> Values:
        found = check_run(blocks_of_file(file), key)
        if found.valid != valid:
            raise AssertionError(found.texts[:3])
        return {"problems": float(sum(found.found.values()))}

    return work


def board(teams: int, runs: int) -> Callable[[], Values]:
    """A database with as many scored runs, all of them released."""
    from mercalli.tasks.challenge.doors.boards import public_board

    host = many_runs(Path(tempfile.mkdtemp(prefix="mercalli-bench-")) / "c", teams, runs)

    def work() -> Values:
        found = public_board(host)
        return {"teams": float(len(found.entries)), "best": found.entries[0].measures[0].value or 0.0}

    return work


def many_runs(folder: Path, teams: int, runs: int) -> Any:  # noqa: ANN401 - a Host
    """An open challenge whose tables are filled: the same measures as a real run has, with other values."""
    from random import Random

    from sqlalchemy import insert

    from bench.soak import made
    from mercalli.tasks.challenge.doors import tables
    from mercalli.tasks.challenge.doors.database import writing

    host, rng = made(folder, Random(1)), Random(2)  # noqa: S311 - no secret
    at, digest = "2026-11-18T12:00:00.000000Z", "0" * 64
    with writing(host.engine) as connection:
        connection.execute(tables.teams.delete())
        names = [
            {"id": n, "name": f"Team {n}", "baseline": False, "disabled": False, "created_at": at}
            for n in range(1, teams + 1)
        ]
        connection.execute(insert(tables.teams), names)
        numbers = range(1, teams * runs + 1)
        rows = [_run(number, 1 + number % teams, at) for number in numbers]
        connection.execute(insert(tables.submissions), rows)
        connection.execute(insert(tables.scores), [score_row(number, rng.random(), at, digest) for number in numbers])
    return host


def _run(number: int, team: int, at: str) -> dict[str, Any]:
    fixed = {
        "phase_id": 1,
        "revision_id": 1,
        "size": 1,
        "file_name": "run.csv",
        "note": "",
        "code": "",
        "messages": "[]",
    }
    own = {"id": number, "public_id": f"{number:010x}", "team_id": team, "idempotency_key": str(number)}
    return {**fixed, **own, "run_digest": f"{number:064x}", "received_at": at, "day": at[:10], "state": "scored"}


def score_row(number: int, value: float, at: str, digest: str) -> dict[str, Any]:
    """The scores of a run, as a real one has them."""
    ends = {"low": value - 0.1, "high": value + 0.1, "method": "percentile", "n": 30, "undefined": None}
    measures = [
        {"metric": name, "value": value, **ends, "undefined_classes": []}
        for name in ("accuracy", "f1_macro", "balanced_accuracy")
    ]
    metrics = {each["metric"]: {"label": each["metric"], "direction": 1} for each in measures}
    bound = {"run_digest": digest, "gold_digest": digest, "revision_digest": digest, "versions": "{}", "created_at": at}
    texts = {"measures": json.dumps(measures), "metrics": json.dumps(metrics), "released": True, "says": ""}
    return {"submission_id": number, "version": 1, "revision_id": 1, **texts, **bound}
