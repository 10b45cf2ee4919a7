"""`python -m bench.load [--minutes N] [--runs N] [--postgres]`: a served challenge under a steady load of all kinds.

Teams send good runs, runs that break the rules, damaged and oversized files, and some good runs twice; readers look at
every public page; the organiser makes backups, freezes the board, and shuts a team out and in. It ends by itself after
so many minutes or runs, whichever comes first. Then everything acknowledged must be stored and scored, once, and
nobody may have seen an error of the server. How much memory the server has is told. On loopback alone.
"""

from __future__ import annotations

import argparse
import gzip
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field, fields
from pathlib import Path
from statistics import quantiles
from typing import TYPE_CHECKING

import httpx
from sqlalchemy import select

from bench.soak import left, made, tokens_of
from bench.victims import ADDRESS, ME, RUN, served
from mercalli.tasks.challenge.challenge import CAPS, MOST_RUNS
from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.backups import backup
from mercalli.tasks.challenge.doors.database import reading
from mercalli.tasks.challenge.doors.rulings import change_caps, exclude, freeze

if TYPE_CHECKING:
    from mercalli.tasks.challenge.doors.host import Host

TEAMS, SENDERS, READERS, A_SECOND, AGAIN, PATIENCE_SECONDS = 37, 16, 4, 4.0, 10, 1800
PAGES = (
    *("/", "/rules", "/board", "/board?sort=team&down=true", "/board.json", "/board.csv", "/board/lead.json", "/me"),
    *("/board/embed", "/challenge.json", "/rules.json", "/key.json", "/login", "/healthz", "/nothing"),
)
BAD = {
    "invalid": (b"id,pred\n0,quake\n", 422),
    "damaged": (gzip.compress(b"id,pred\n0,fire\n")[:-9], 422),
    "too large": (b"x" * (1 << 18), 413),
}


@dataclass(frozen=True)
class Loaded:
    """What was seen: the last four must be 0."""

    minutes: float
    sent: int
    views: int
    rulings: int
    acknowledged: int
    scored: int
    ack_p95: float
    view_p95: float
    mb_before: int
    mb_after: int
    lost: int
    doubled: int
    stuck: int
    errors: int

    @property
    def good(self) -> bool:
        """Whether nothing went wrong."""
        return not any((self.lost, self.doubled, self.stuck, self.errors))


@dataclass
class Load:
    """A load on a served challenge, until its time or its runs are over."""

    host: Host
    address: str
    tokens: list[str]
    ends: float
    runs: int
    begun: float = field(default_factory=time.monotonic)
    acks: dict[str, str] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    waits: dict[str, list[float]] = field(default_factory=lambda: {"sent": [], "seen": []})
    rulings: int = 0
    over: threading.Event = field(default_factory=threading.Event)

    def run(self) -> int:
        """Everything at once; how many runs were sent."""
        number = 0
        others = [
            threading.Thread(target=self._until_over, args=(each,)) for each in (*[self._look] * READERS, self._rule)
        ]
        for each in others:
            each.start()
        with ThreadPoolExecutor(SENDERS) as pool:
            while number < self.runs and time.monotonic() < self.ends:
                pool.submit(self._kept, self._send, number)
                number += 1
                time.sleep(max(0.0, self.begun + number / A_SECOND - time.monotonic()))
        self.over.set()
        for each in others:
            each.join()
        return number

    def _kept(self, work: Callable[[int], None], number: int) -> None:
        """What goes wrong in a thread is told at the end."""
        try:
            work(number)
        except Exception as error:  # noqa: BLE001 - whatever it is
            self.wrong.append(f"{work.__name__} {number}: {error!r}")

    def _until_over(self, work: Callable[[int], None]) -> None:
        number = 0
        while not self.over.is_set():
            self._kept(work, number)
            number += 1

    def _send(self, number: int) -> None:
        """One run of each kind in turn; some good ones twice, which is one run."""
        kind = [*BAD, *["good"] * 5][number % (len(BAD) + 5)]
        content, status = BAD.get(kind, ((self.host.folder / RUN).read_bytes(), 201))
        self._expect(number, content, status)
        if status == 201 and number % AGAIN == 0:  # noqa: PLR2004 - created
            self._expect(number, content, 200)

    def _expect(self, number: int, content: bytes, status: int) -> None:
        key, begun = f"k{number}", time.monotonic()
        headers = {"Authorization": f"Bearer {self.tokens[number % len(self.tokens)]}", "Idempotency-Key": key}
        url = f"{self.address}api/submissions"
        answer = httpx.put(url, content=content, headers=headers, trust_env=False, timeout=PATIENCE_SECONDS)
        self.waits["sent"].append(time.monotonic() - begun)
        if answer.status_code != status or (
            answer.is_success and self._known(key, answer) != answer.json()["submission"]
        ):
            self.wrong.append(f"{status} was expected: {answer.status_code} {answer.text[:200]}")

    def _known(self, key: str, answer: httpx.Response) -> str:
        return self.acks.setdefault(key, answer.json()["submission"])

    def _look(self, number: int) -> None:
        """One page, asked for by GET or HEAD."""
        begun, method = time.monotonic(), "HEAD" if number % 7 == 0 else "GET"
        page = f"{self.address.rstrip('/')}{PAGES[number % len(PAGES)]}"
        answer = httpx.request(method, page, trust_env=False, timeout=PATIENCE_SECONDS)
        self.waits["seen"].append(time.monotonic() - begun)
        if answer.is_server_error or answer.status_code == 405:  # noqa: PLR2004 - not allowed
            self.wrong.append(f"{page}: {answer.status_code}")
        self.over.wait(0.1)

    def _rule(self, number: int) -> None:
        """A ruling or a backup now and then."""
        ending = number % 4 > 1
        if number % 2 == 0:
            freeze(self.host, None, "load", ME, frozen=not ending)
        else:
            exclude(self.host, TEAMS + 1, "load", ME, excluded=not ending)
        with tempfile.TemporaryDirectory(prefix="mercalli-load-") as name:
            backup(self.host, Path(name) / "b.tar.gz")
        self.rulings += 2
        self.over.wait(1.0)


def load(folder: Path, minutes: float, runs: int, url: str | None = None) -> Loaded:
    """A challenge made, served, loaded, and looked at."""
    host = made(folder, random.Random(1), url, teams=TEAMS + 1)  # noqa: S311 - no secret
    change_caps(host, None, dict.fromkeys(CAPS, MOST_RUNS), "load", ME)
    tokens, server = list(tokens_of(host, TEAMS).values()), served(folder)
    begun, before = time.monotonic(), _mb(server.pid or 0)
    found = Load(host, (folder / ADDRESS).read_text(), tokens, begun + 60 * minutes, runs)
    sent = found.run()
    spent, patience = (time.monotonic() - begun) / 60, time.monotonic() + PATIENCE_SECONDS
    while left(host) and time.monotonic() < patience:
        time.sleep(0.2)
    after = _mb(server.pid or 0)
    server.terminate()
    server.join()
    for each in found.wrong[:20]:
        print(each, file=sys.stderr)
    seen = (round(spent, 1), sent, len(found.waits["seen"]), found.rulings, len(found.acks))
    times = (_p95(found.waits["sent"]), _p95(found.waits["seen"]), before, after)
    scored, *counts = _counted(host, found.acks)
    return Loaded(*seen, scored, *times, *counts, len(found.wrong))


def _counted(host: Host, acks: dict[str, str]) -> tuple[int, int, int, int]:
    """Runs that were scored, and those that were lost, doubled or not finished."""
    runs, scores = tables.submissions, tables.scores
    with reading(host.engine) as connection:
        rows = connection.execute(select(runs.c.public_id, runs.c.state, runs.c.idempotency_key)).all()
        versions = Counter(connection.execute(select(scores.c.submission_id)).scalars())
    scored = {row.public_id for row in rows if row.state == tables.SCORED}
    keys = Counter(row.idempotency_key for row in rows)
    doubled = sum(count > 1 for count in (*keys.values(), *versions.values()))
    return len(scored), len({*acks.values()} - scored), doubled, left(host)


def _mb(process: int) -> int:
    """Memory that a process has in use."""
    line = next(each for each in Path(f"/proc/{process}/status").read_text().splitlines() if each.startswith("VmRSS"))
    return int(line.split()[1]) >> 10


def _p95(times: list[float]) -> float:
    return round(quantiles(times, n=20)[-1], 3)


def main() -> None:
    """One load, and one table."""
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30, help="how long at most")
    parser.add_argument("--runs", type=int, default=20_000, help="how many runs at most")
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL server that is started for it")
    asked = parser.parse_args()
    from bench.postgres import cluster

    with (
        cluster(durable=True) if asked.postgres else nullcontext() as server,
        tempfile.TemporaryDirectory(prefix="mercalli-load-") as name,
    ):
        found = load(Path(name) / "c", asked.minutes, asked.runs, None if server is None else server.new())
    for each in fields(found):
        print(f"| {each.name.replace('_', ' ')} | {getattr(found, each.name)} |")
    sys.exit(0 if found.good else 1)


if __name__ == "__main__":
    main()
