"""Whoever stops a program that counts does not wait for the count."""

import subprocess
import sys

import duckdb

from mercalli.io.interrupts import _interrupt, interruptible

STOPPED = """
import signal
import duckdb
from mercalli.io.interrupts import watch
from mercalli.io.tables import open_database

watch()
signal.signal(signal.SIGALRM, signal.default_int_handler)
endless = open_database().sql("select sum(one.range % 7) from range(10000000) one, range(10000000) two")


def python_raises_what_is_due():
    pass


def count():
    try:
        endless.fetchall()
    except (RuntimeError, duckdb.InterruptException):
        python_raises_what_is_due()
        raise KeyboardInterrupt from None


for tenths in range(8):
    signal.setitimer(signal.ITIMER_REAL, 0.05 + tenths / 10)
    try:
        count()
    except KeyboardInterrupt:
        print("stopped")
"""


def test_every_thread_of_duckdb_is_stopped():
    asked = [sys.executable, "-c", STOPPED]
    done = subprocess.run(asked, capture_output=True, text=True, timeout=120, check=False)
    assert (done.stdout.count("stopped"), done.stderr) == (8, "")


def test_a_connection_that_was_closed_does_not_stop_the_listening():
    connection = interruptible(duckdb.connect())
    connection.close()
    _interrupt(connection)
    _interrupt(interruptible(duckdb.connect()))
