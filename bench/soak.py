"""`python -m bench.soak [--rounds N] [--seed N]`: challenges whose senders and workers are killed again and again.

In each round two senders send the same runs of three teams, more than the cap allows, and a worker scores them. At a
random moment some of them are killed with SIGKILL; they start again, and the worker is killed once more. In the end
everything that was acknowledged must be stored and scored, once; no job may be left; every team has exactly its cap.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, fields
from pathlib import Path

from sqlalchemy import select

from bench.measure import ROOT
from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.children import Child
from mercalli.tasks.challenge.doors.database import reading, writing
from mercalli.tasks.challenge.doors.host import Host
from mercalli.tasks.challenge.doors.opening import open_challenge
from mercalli.tasks.challenge.doors.submissions import Sender, submit
from mercalli.tasks.challenge.doors.teams import put_team
from mercalli.tasks.challenge.doors.worker import LIMITS, work, work_one, worker_name
from mercalli.tasks.challenge.errors import ChallengeError

ME, ITEMS, TEAMS, KEYS, CAP = "soak", 60, 3, 6, 4
LEASE_SECONDS = 5.0
TOML = f"""\
name = "soak"
task = "labels"
gold = "gold.csv"
rank_by = "accuracy"
options = {{id = "id", truth = "truth"}}

[phases.main]
opens = 2020-01-01T00:00:00Z
closes = 2100-01-01T00:00:00Z
runs_per_day = 1000
runs = {CAP}
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
    asked = parser.parse_args()
    total = soak(asked.rounds, asked.seed)
    print(table(total, asked.rounds))
    sys.exit(1 if any((total.lost, total.doubled, total.stuck, total.caps_wrong)) else 0)


def table(found: Found, rounds: int) -> str:
    """As it stands in the documentation."""
    names = ["database", "rounds", *(each.name.replace("_", " ") for each in fields(found))]
    values = ["SQLite", rounds, *(getattr(found, each.name) for each in fields(found))]
    lines = (names, ["---"] * len(names), values)
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def soak(rounds: int, seed: int) -> Found:
    """So many rounds, each in a folder of its own."""
    total = Found(0, 0, 0, 0, 0, 0, 0, 0)
    for number in range(rounds):
        with tempfile.TemporaryDirectory(prefix="mercalli-soak-") as name:
            found = one_round(Path(name) / "c", random.Random(seed * 1000 + number))  # noqa: S311 - no secret
        print(f"round {number + 1}: {found}", file=sys.stderr, flush=True)
        total += found
    return total


def one_round(folder: Path, rng: random.Random) -> Found:
    """Kill, start again, kill the worker once more, and see what there is."""
    host = made(folder, rng)
    acks: set[tuple[str, str]] = set()
    first = [started("send", folder), started("send", folder), started("work_on", folder)]
    time.sleep(rng.uniform(0.0, 2.0))
    kills = ended(first, rng.choice([(0,), (2,), (0, 1), (0, 2), (0, 1, 2)]), acks)
    worker = started("work_on", folder)
    ended([started("send", folder)], (), acks)
    time.sleep(rng.uniform(0.0, 2.0))
    kills += ended([worker], (0,), acks)
    while _open_jobs(host):
        work(host)
        time.sleep(0.2)
    return seen(host, acks, kills)


def made(folder: Path, rng: random.Random) -> Host:
    """An open challenge with its teams, and a run for each of them to send."""
    folder.mkdir(parents=True)
    labels = [rng.choice(("fire", "flood")) for _ in range(ITEMS)]
    (folder / "gold.csv").write_text(_csv("truth", labels))
    (folder / "challenge.toml").write_text(TOML)
    open_challenge(folder, ME)
    (folder / "run.csv").write_text(_csv("pred", [rng.choice((each, "fire")) for each in labels]))
    host = Host.of(folder)
    with writing(host.engine) as connection:
        for number in range(TEAMS):
            put_team(connection, f"Team {number + 1}", ME)
    return host


def _csv(column: str, labels: list[str]) -> str:
    return f"id,{column}\n" + "".join(f"{at},{label}\n" for at, label in enumerate(labels))


def started(what: str, folder: Path) -> subprocess.Popen[str]:
    """A process of its own that is ready to begin."""
    command = [sys.executable, "-c", f"import sys; from bench.soak import {what}; {what}(sys.argv[1])", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)  # noqa: S603 - our own
    if process.stdout is not None:
        process.stdout.readline()
    return process


def ended(processes: list[subprocess.Popen[str]], killed: tuple[int, ...], acks: set[tuple[str, str]]) -> int:
    """Kill some, let the senders among the others end, and note what they acknowledged; how many were killed."""
    gone = {*killed, *(place for place, process in enumerate(processes) if "work_on(" in str(process.args))}
    for place in gone:  # a worker goes on until it is killed
        processes[place].kill()
    for process in processes:
        said, _ = process.communicate()
        acks |= {(line.split()[0], line.split()[1]) for line in said.splitlines() if line.endswith(" taken")}
    return len(gone)


def send(folder: str) -> None:
    """Send the run with every key for every team; print what was acknowledged, after it was."""
    host, content = Host.of(folder), (Path(folder) / "run.csv").read_bytes()
    print("ready", flush=True)
    for key in range(KEYS):
        for team in range(1, TEAMS + 1):
            try:
                receipt = submit(host, Sender(team, ME), [content], key=f"k{key}")
                print(f"{team}-k{key} {receipt.submission} taken", flush=True)
            except ChallengeError as error:
                print(f"{team}-k{key} - {error.code}", flush=True)


def work_on(folder: str) -> None:
    """Score runs until the process is killed."""
    host, owner = Host.of(folder), worker_name()
    print("ready", flush=True)
    with Child(LIMITS) as child:
        while True:
            if not work_one(host, owner, seconds=LEASE_SECONDS, child=child):
                time.sleep(0.05)


def _open_jobs(host: Host) -> int:
    with reading(host.engine) as connection:
        states = connection.execute(select(tables.jobs.c.state)).scalars().all()
    return sum(state in {tables.QUEUED, tables.LEASED} for state in states)


def seen(host: Host, acks: set[tuple[str, str]], kills: int) -> Found:
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
