"""A user who stops a count is not told that the data is broken."""

from __future__ import annotations

import signal

import duckdb
import pytest

from mercalli.engines.frames import FrameSource


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="this system has no alarms")
def test_an_interrupt_while_duckdb_counts_is_an_interrupt():
    one_thread = duckdb.connect(config={"threads": 1})  # with more, DuckDB waits for those that were not told
    endless = one_thread.sql("select one.range % 7 as truth from range(10000000) one, range(10000000) two")
    previous = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(KeyboardInterrupt):
            FrameSource.check(endless).tally(["truth"], None)
    finally:
        signal.signal(signal.SIGALRM, previous)
