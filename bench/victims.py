"""Processes that `bench.soak` kills: those that send runs, those that score them, and servers that do both."""

from __future__ import annotations

import os
import signal
import threading
import time
from contextlib import suppress
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

import httpx

from mercalli.tasks.challenge.doors.children import LIMITS, Child
from mercalli.tasks.challenge.doors.host import Host
from mercalli.tasks.challenge.doors.server import serving
from mercalli.tasks.challenge.doors.server.site import Site
from mercalli.tasks.challenge.doors.submissions import Sender, submit
from mercalli.tasks.challenge.doors.worker import work_one, worker_name
from mercalli.tasks.challenge.errors import ChallengeError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from multiprocessing.process import BaseProcess

ME, LEASE_SECONDS, PATIENCE_SECONDS = "soak", 5.0, 60.0
ADDRESS, RUN = "address", "run.csv"
Acks = set[tuple[str, str]]
fresh = get_context("forkserver")  # copies of one small process, which has imported everything
fresh.set_forkserver_preload([__name__])


def started(work: Callable[..., None], *arguments: object) -> BaseProcess:
    """A process of its own."""
    process = fresh.Process(target=work, args=arguments, daemon=False)
    process.start()
    return process


def killed(process: BaseProcess) -> int:
    """End a process with SIGKILL; how many were killed."""
    process.kill()
    process.join()
    return 1


def send(folder: Path, teams: int, keys: int, told: Path) -> None:
    """Send the run with every key for every team into the folder; note what was acknowledged, after it was."""
    host, content = Host.of(folder), (folder / RUN).read_bytes()
    for key, team in _all(teams, keys):
        with suppress(ChallengeError):
            _note(told, team, key, submit(host, Sender(team, ME), [content], key=f"k{key}").submission)


def put(folder: Path, tokens: Mapping[int, str], keys: int, told: Path) -> None:
    """The same over HTTP; until the server is gone."""
    content = (folder / RUN).read_bytes()
    with suppress(httpx.HTTPError), httpx.Client(base_url=(folder / ADDRESS).read_text(), trust_env=False) as client:
        for key, team in _all(len(tokens), keys):
            headers = {"Authorization": f"Bearer {tokens[team]}", "Idempotency-Key": f"k{key}"}
            answer = client.put("api/submissions", content=content, headers=headers, timeout=PATIENCE_SECONDS)
            if answer.is_success:
                _note(told, team, key, answer.json()["submission"])
            elif answer.json()["error"] != "cap":
                raise RuntimeError(answer.text)


def _all(teams: int, keys: int) -> list[tuple[int, int]]:
    return [(key, team) for key in range(keys) for team in range(1, teams + 1)]


def _note(told: Path, team: int, key: int, submission: str) -> None:
    with told.open("ab", buffering=0) as file:
        file.write(f"{team}-k{key} {submission}\n".encode())


def acknowledged(told: Path) -> Acks:
    """What was noted; a line that a killed process began is none."""
    lines = told.read_bytes().split(b"\n")[:-1] if told.exists() else []
    return {(line.split()[0].decode(), line.split()[1].decode()) for line in lines}


def work_on(folder: Path) -> None:
    """Score runs until the process is killed, or nobody is there to kill it."""
    host, owner, parent = Host.of(folder), worker_name(), os.getppid()
    with Child(host.store, replace(LIMITS, beat_seconds=LEASE_SECONDS / 5)) as child:
        while os.getppid() == parent:
            if not work_one(host, owner, child, LEASE_SECONDS):
                time.sleep(0.05)


def serve(folder: Path) -> None:
    """Serve a challenge with a worker, in a group of processes of its own; its address is noted in the folder."""
    os.setsid()
    parent = os.getppid()
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    os.dup2(os.open(folder / "log", os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)
    site = Site(Host.of(folder))
    serving.serve(site, (folder / ADDRESS).write_text, host="127.0.0.1", port=0, root_path="", workers=1)


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os.killpg(0, signal.SIGKILL)


def served(folder: Path) -> BaseProcess:
    """A server that takes connections."""
    (folder / ADDRESS).unlink(missing_ok=True)
    process = started(serve, folder)
    while not (folder / ADDRESS).exists() or not (folder / ADDRESS).read_text():
        if not process.is_alive():
            raise RuntimeError((folder / "log").read_text())
        time.sleep(0.01)
    return process


def killed_server(process: BaseProcess, victim: str) -> int:
    """Kill the server, its worker, or all of its processes with SIGKILL; how many."""
    number = process.pid or 0
    children = Path(f"/proc/{number}/task/{number}/children").read_text().split()
    if victim == "worker":
        for child in children:
            os.kill(int(child), signal.SIGKILL)
        return len(children)
    if victim == "server":
        return killed(process)
    os.killpg(number, signal.SIGKILL)
    process.join()
    return 1 + len(children)
