"""A worker beside the server: scores what comes until it is told to stop, or until the server is gone.

It is its own process, `python -m mercalli.tasks.challenge.doors.server.worker_process DIR`, and lives as long as its
standard input is open: the server holds the other end, so no worker outlives a server that was killed.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading

from mercalli.errors import MercalliError
from mercalli.tasks.challenge.doors.addresses import given_address
from mercalli.tasks.challenge.doors.boards import Change, change_of, refresh
from mercalli.tasks.challenge.doors.children import Child
from mercalli.tasks.challenge.doors.database import reading
from mercalli.tasks.challenge.doors.host import Host
from mercalli.tasks.challenge.doors.server.json_log import log_json_lines
from mercalli.tasks.challenge.doors.worker import sweep_orphans, work_one, worker_name

IDLE_SECONDS, SWEEP_ROUNDS = 0.3, 2000
log = logging.getLogger("mercalli.challenge")


def score_until(host: Host, stop: threading.Event) -> None:
    """Score runs as they come; what fails is logged, and the next is tried."""
    owner, rounds = worker_name(), 0
    seen: Change = ()
    with Child(host.store) as child:
        while not stop.is_set():
            try:
                if work_one(host, owner, child):
                    log.info("scored", extra={"told": {"worker": owner}})
                    continue
                seen = renewed(host, child, seen)
                if rounds % SWEEP_ROUNDS == 0:
                    sweep_orphans(host)
            except MercalliError as error:
                log.error("worker", extra={"told": {"error": str(error)}})  # noqa: TRY400 - its sentence says it
            rounds += 1
            stop.wait(IDLE_SECONDS)


def renewed(host: Host, child: Child, seen: Change) -> Change:
    """Make the comparisons that boards lack, if anything changed since; a team that leaves a board asks for others."""
    with reading(host.engine) as connection:
        change = change_of(connection)
    if change != seen:
        refresh(host, child)
    return change


def main() -> None:
    """Work on a folder until the server is gone."""
    log_json_lines()
    stop = threading.Event()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # of the terminal: the server says when to stop
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    threading.Thread(target=_until_closed, args=(stop,), daemon=True).start()
    score_until(Host.of(sys.argv[1], given_address()), stop)


def _until_closed(stop: threading.Event) -> None:
    while os.read(sys.stdin.fileno(), 1):  # without a buffer, whose lock would be held when the process ends
        pass
    stop.set()


if __name__ == "__main__":
    main()
