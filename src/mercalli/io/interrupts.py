"""Ctrl-C while DuckDB counts.

DuckDB sees it in one of its threads, and waits for the others, which do not. So another thread of ours tells it.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING
from weakref import WeakSet

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_open: WeakSet[DuckDBPyConnection] = WeakSet()


def interruptible(connection: DuckDBPyConnection) -> DuckDBPyConnection:
    """The connection, whose counts end when a program that `watches` is told to stop."""
    _open.add(connection)
    return connection


def watch() -> None:
    """From now on every signal that Python handles ends what DuckDB counts; for programs, from their main thread."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    Thread(target=_listen, args=(reading,), daemon=True).start()


def _listen(reading: int) -> None:
    while os.read(reading, 1):
        for connection in list(_open):
            _interrupt(connection)


def _interrupt(connection: DuckDBPyConnection) -> None:
    """One that was closed in the meantime counts nothing any more."""
    from duckdb import ConnectionException  # noqa: PLC0415 - there is a connection, so it is loaded

    with suppress(ConnectionException):
        connection.interrupt()
