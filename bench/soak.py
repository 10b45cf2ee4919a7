"""`python -m bench.soak [--rounds N] [--seed N] [--postgres]`: challenges whose processes are killed again and again.

In each round two senders send the same runs of three teams, more than the cap allows, and they are scored. In every
second round they send into the folder, beside a worker; in the others over HTTP, to a server with its worker. At random
moments some of these are killed with SIGKILL, and start again. In the end everything that was acknowledged must be
stored and scored, once; no job may be left; every team has exactly its cap.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from contextlib import nullcontext
from dataclasses import dataclass, fields
from pathlib import Path

from sqlalchemy import insert, select, update

from bench.victims import (
    ME,
    RUN,
    Acks,
    acknowledged,
    killed,
    killed_server,
    put,
    send,
    served,
    started,
    work_on,
)
from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.clock import utc_now
from mercalli.tasks.challenge.doors.database import reading, writing
from mercalli.tasks.challenge.doors.host import Host
from mercalli.tasks.challenge.doors.jobs import waiting
from mercalli.tasks.challenge.doors.opening import open_challenge
from mercalli.tasks.challenge.doors.server.sessions import Who
from mercalli.tasks.challenge.doors.server.tokens import SUBMIT, new_token
from mercalli.tasks.challenge.doors.teams import put_team
from mercalli.tasks.challenge.doors.worker import work

ITEMS, TEAMS, KEYS, CAP = 60, 3, 6, 4
PATIENCE_SECONDS = 300
TOML = """\
name = "soak"
task = "labels"
gold = "gold.csv"
rank_by = "accuracy"
options = {id = "id", truth = "truth"}

[phases.main]
opens = 2020-01-01T00:00:00Z
closes = 2100-01-01T00:00:00Z
runs_per_day = 1000
runs = CAP
failed_per_day = 1000
failed = 1000
"""


@dataclass(frozen=True)
class Found:
    """What was seen in a round, or in all: the last four must be 0."""

    kills: int
    acknowledged: int
    stored: int
    scored: int
    lost: int
    doubled: int
    stuck: int
    caps_wrong: int

    def __add__(self, other: Found) -> Found:
        return Found(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))


def main() -> None:
    """Rounds, and one table."""
    parser = argparse.ArgumentParser(prog="python -m bench.soak", description=__doc__)
    parser.add_argument("--rounds", type=int, default=20, help="how many")
    parser.add_argument("--seed", type=int, default=1, help="of the moments of the kills")
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL server that is started for it")
    asked = parser.parse_args()
    total = soak(asked.rounds, asked.seed, postgres=asked.postgres)
    print(table(total, asked.rounds, "PostgreSQL" if asked.postgres else "SQLite"))
    sys.exit(1 if any((total.lost, total.doubled, total.stuck, total.caps_wrong)) else 0)


def table(found: Found, rounds: int, database: str) -> str:
    """As it stands in the documentation."""
    names = ["database", "rounds", *(each.name.replace("_", " ") for each in fields(found))]
    values = [database, rounds, *(getattr(found, each.name) for each in fields(found))]
    lines = (names, ["---"] * len(names), values)
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def soak(rounds: int, seed: int, *, postgres: bool) -> Found:
    """So many rounds, each in a folder and a database of its own."""
    from bench.postgres import cluster

    total = Found(0, 0, 0, 0, 0, 0, 0, 0)
    with cluster(durable=True) if postgres else nullcontext() as server:
        for number in range(rounds):
            with tempfile.TemporaryDirectory(prefix="mercalli-soak-") as name:
                one = (folder_round, server_round)[number % 2]
                rng = random.Random(seed * 1000 + number)  # noqa: S311 - no secret
                found = one(Path(name) / "c", rng, None if server is None else server.new())
            print(f"round {number + 1}: {found}", file=sys.stderr, flush=True)
            total += found
    return total


def folder_round(folder: Path, rng: random.Random, url: str | None = None) -> Found:
    """Kill senders and the worker, start again, kill the worker once more, and see what there is."""
    host, told = made(folder, rng, url), folder / "acks"
    first = [started(send, folder, TEAMS, KEYS, told), started(send, folder, TEAMS, KEYS, told)]
    workers = [started(work_on, folder)]
    time.sleep(rng.uniform(0.0, 2.0))
    victims = rng.choice([first[:1], workers, first, [*first[:1], *workers], [*first, *workers]])
    kills = sum(map(killed, victims))
    workers = [*(each for each in workers if each not in victims), started(work_on, folder)]
    for sender in (*first, started(send, folder, TEAMS, KEYS, told)):
        sender.join()
    time.sleep(rng.uniform(0.0, 2.0))
    kills += sum(map(killed, workers))
    finish(host)
    return seen(host, acknowledged(told), kills)


def server_round(folder: Path, rng: random.Random, url: str | None = None) -> Found:
    """Kill the server, its worker, or both, twice; then let a third server end what is left."""
    host, told = made(folder, rng, url), folder / "acks"
    tokens, kills = tokens_of(host), 0
    for _ in range(2):
        server = served(folder)
        senders = [started(put, folder, tokens, KEYS, told) for _ in range(2)]
        time.sleep(rng.uniform(0.0, 1.5))
        kills += killed_server(server, rng.choice(["server", "worker", "both"]))
        for sender in senders:
            sender.join()
        if server.is_alive():
            kills += killed_server(server, "both")
    pass_leases(host)
    server = served(folder)
    sender = started(put, folder, tokens, KEYS, told)
    sender.join()
    if sender.exitcode:
        raise RuntimeError((folder / "log").read_text())
    ends = time.monotonic() + PATIENCE_SECONDS
    while left(host) and time.monotonic() < ends:
        time.sleep(0.05)
    server.terminate()
    server.join()
    return seen(host, acknowledged(told), kills)


def left(host: Host) -> int:
    """How many jobs are not done."""
    with reading(host.engine) as connection:
        return waiting(connection)


def pass_leases(host: Host) -> None:
    """Let the time of all leases pass; nobody is there to hold them."""
    with writing(host.engine) as connection:
        connection.execute(update(tables.jobs).values(lease_until=utc_now()))


def finish(host: Host) -> None:
    """Score what killed workers left."""
    pass_leases(host)
    work(host)


def made(folder: Path, rng: random.Random, url: str | None = None, *, teams: int = TEAMS, cap: int = CAP) -> Host:
    """An open challenge with its teams, and a run for each of them to send."""
    folder.mkdir(parents=True)
    labels = [rng.choice(("fire", "flood")) for _ in range(ITEMS)]
    (folder / "gold.csv").write_text(_csv("truth", labels))
    (folder / "challenge.toml").write_text(TOML.replace("CAP", str(cap)))
    open_challenge(folder, ME, url=url)
    (folder / RUN).write_text(_csv("pred", [rng.choice((each, "fire")) for each in labels]))
    host = Host.of(folder)
    with writing(host.engine) as connection:
        for number in range(teams):
            put_team(connection, f"Team {number + 1}", ME)
    return host


def _csv(column: str, labels: list[str]) -> str:
    return f"id,{column}\n" + "".join(f"{at},{label}\n" for at, label in enumerate(labels))


def tokens_of(host: Host, teams: int = TEAMS) -> dict[int, str]:
    """A member of each team, and a token to send runs with."""
    found = {}
    with writing(host.engine) as connection:
        for number in range(1, teams + 1):
            name, now = f"user {number}", utc_now()
            user = {"id": number, "name": name, "role": tables.PARTICIPANT, "disabled": False, "created_at": now}
            connection.execute(insert(tables.users).values(user))
            connection.execute(insert(tables.members).values(team_id=number, user_id=number, created_at=now))
            who = Who(number, name, tables.PARTICIPANT, number, f"Team {number}")
            found[number] = new_token(connection, who, SUBMIT, 1)
    return found


def seen(host: Host, acks: Acks, kills: int) -> Found:
    """What was acknowledged against what is stored and scored."""
    with reading(host.engine) as connection:
        runs = connection.execute(select(tables.submissions)).all()
        scores = Counter(connection.execute(select(tables.scores.c.submission_id)).scalars())
        jobs = connection.execute(select(tables.jobs.c.state)).scalars().all()
    stored = {(f"{run.team_id}-{run.idempotency_key}", run.public_id) for run in runs}
    scored = {run.public_id for run in runs if run.state == tables.SCORED and scores[run.id]}
    each_team = Counter(run.team_id for run in runs)
    keys = Counter(key for key, _ in stored | acks)
    return Found(
        kills=kills,
        acknowledged=len(acks),
        stored=len(runs),
        scored=len(scored),
        lost=len(acks - stored) + len({run for _, run in stored} - scored),
        doubled=sum(count > 1 for count in (*keys.values(), *scores.values())),
        stuck=sum(state != tables.DONE for state in jobs),
        caps_wrong=sum(each_team[team] != CAP for team in range(1, TEAMS + 1)),
    )


if __name__ == "__main__":
    main()
