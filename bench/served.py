"""Challenges that are served: how long it takes until a server answers, a run is acknowledged, a board is shown."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING

import httpx
from sqlalchemy import func, insert, select

from bench.challenge import RUNS_PER_TEAM, TEAMS, many_runs, score_row
from bench.table import NONE, Row, seconds

if TYPE_CHECKING:
    from collections.abc import Generator

    from mercalli.tasks.challenge.doors.host import Host

STARTS, A_SECOND, SENT, SENDERS, VIEWS = 5, 20, 600, 40, 200
START_SECONDS, ACK_SECONDS, BOARD_SECONDS = 3.0, 0.3, 0.15
AT = re.compile(r"http://[\d.:]+")
AGE = "2026-11-18T12:00:00.000000Z"


def served(runs: int = SENT) -> list[Row]:
    """Wall times over HTTP on loopback, with the worker scoring beside; p95 of all requests. Everything in one run."""
    with tempfile.TemporaryDirectory(prefix="mercalli-bench-") as name:
        return [*_starts(Path(name) / "a"), *_acknowledged(Path(name) / "b", runs), *_boards(Path(name) / "c")]


def _row(what: str, value: float, bar: float, *, wrong: int = 0) -> Row:
    return Row(what, NONE, "wall", None, value, f"< {seconds(bar)} s", value < bar and not wrong)


@contextmanager
def _server(folder: Path) -> Generator[tuple[str, int]]:
    """A server as people start it: its address and the number of its process."""
    command = [sys.executable, "-m", "mercalli", "challenge", "serve", str(folder), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:  # noqa: S603 - our own
        try:
            line = process.stdout.readline() if process.stdout else ""
            found = AT.search(line)
            yield (found[0] if found else ""), process.pid
        finally:
            process.terminate()


def _cpu(process: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _timed(client: httpx.Client, path: str) -> float:
    begun = time.perf_counter()
    client.get(path).raise_for_status()
    return time.perf_counter() - begun


def _p95(times: list[float]) -> float:
    return quantiles(times, n=20)[-1]


def _starts(folder: Path) -> list[Row]:
    from bench.soak import made

    made(folder, random.Random(1))  # noqa: S311 - no secret
    times = []
    for _ in range(STARTS):
        begun = time.perf_counter()
        with _server(folder) as (address, _), httpx.Client(base_url=address, trust_env=False, timeout=60) as client:
            client.get("/healthz").raise_for_status()
            times.append(time.perf_counter() - begun)
    return [_row(f"serve, from its start to the first answer (median of {STARTS})", median(times), START_SECONDS)]


def _acknowledged(folder: Path, runs: int) -> list[Row]:
    """Runs of many teams at a steady rate; each must be taken, or the bar is missed."""
    from bench.soak import RUN, made, tokens_of

    host = made(folder, random.Random(1), teams=SENDERS, cap=runs)  # noqa: S311 - no secret
    tokens, content = list(tokens_of(host, SENDERS).values()), (folder / RUN).read_bytes()
    times: list[float] = []
    wrong: list[str] = []
    with _server(folder) as (address, process), ThreadPoolExecutor(SENDERS) as pool:
        before, begun = _cpu(process), time.perf_counter()

        def send(number: int) -> None:
            headers = {"Authorization": f"Bearer {tokens[number % SENDERS]}", "Idempotency-Key": f"k{number}"}
            sent = time.perf_counter()
            answer = httpx.put(
                f"{address}/api/submissions", content=content, headers=headers, trust_env=False, timeout=60
            )
            times.append(time.perf_counter() - sent)
            if answer.status_code != 201:  # noqa: PLR2004 - created
                wrong.append(answer.text)

        for number in range(runs):
            time.sleep(max(0.0, begun + number / A_SECOND - time.perf_counter()))
            pool.submit(send, number)
        pool.shutdown(wait=True)
        used = _cpu(process) - before
    rate = f"{runs:,} runs, {A_SECOND} a second, SQLite: acknowledged, p95"
    what = f"{rate} (median {seconds(median(times))} s, CPU {seconds(used / runs)} s each; {len(wrong)} errors)"
    return [_row(what, _p95(times), ACK_SECONDS, wrong=len(wrong) + runs - len(times))]


def _boards(folder: Path) -> list[Row]:
    """The page of a large board: as it is, and right after a run was scored."""
    host = many_runs(folder, TEAMS, RUNS_PER_TEAM)
    rows = []
    with _server(folder) as (address, process), httpx.Client(base_url=address, trust_env=False, timeout=60) as client:
        _settle(host)
        _timed(client, "/board")
        for name, every in (("nothing changed", 0), ("a new score before every 10th view", 10)):
            before, times = _cpu(process), []
            for view in range(VIEWS):
                if every and view % every == 0:
                    _score(host, view)
                times.append(_timed(client, "/board"))
            used = (_cpu(process) - before) / VIEWS
            size = f"{TEAMS} teams, {TEAMS * RUNS_PER_TEAM:,} runs: the board page, {name}"
            what = f"{size}, p95 (median {seconds(median(times))} s, CPU {seconds(used)} s each)"
            rows.append(_row(what, _p95(times), BOARD_SECONDS))
    return rows


def _settle(host: Host) -> None:
    """Wait until the worker has compared all runs of the board with the first: these are made up, so they all fail."""
    from mercalli.tasks.challenge.doors import tables
    from mercalli.tasks.challenge.doors.database import reading

    made = 0
    while made < TEAMS - 1:
        time.sleep(0.5)
        with reading(host.engine) as connection:
            made = connection.execute(select(func.count()).select_from(tables.comparisons)).scalar_one()


def _score(host: Host, version: int) -> None:
    """A new version of the scores of a run."""
    from mercalli.tasks.challenge.doors import tables
    from mercalli.tasks.challenge.doors.database import writing

    with writing(host.engine) as connection:
        connection.execute(insert(tables.scores).values({**score_row(1, 0.5, AGE, "0" * 64), "version": version + 2}))
