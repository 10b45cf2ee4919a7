"""How often something may be tried: counted in the database, so that a restart forgets nothing."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from sqlalchemy import delete, insert, select, update

from mercalli.tasks.challenge.challenge import TIME
from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.clock import later, seconds_until
from mercalli.tasks.challenge.doors.database import writing
from mercalli.tasks.challenge.doors.host import Host
from mercalli.tasks.challenge.doors.server.refusals import TooOftenError

KEPT_SECONDS = 24 * 3600.0


def spend(host: Host, subject: str, most: int, seconds: int) -> None:
    """Count one more try of a subject in this stretch of time; refuse it beyond the limit."""
    window = datetime.fromtimestamp(time.time() // seconds * seconds, UTC).strftime(TIME)
    table = tables.rates
    mine = (table.c.subject == subject[:128]) & (table.c.window_at == window)
    with writing(host.engine, f"rate {subject}", durable=False) as connection:
        used = connection.execute(select(table.c.count).where(mine)).scalar()
        if used is None:
            connection.execute(delete(table).where(table.c.window_at < later(window, -KEPT_SECONDS)))
            connection.execute(insert(table).values(subject=subject[:128], window_at=window, count=1))
        else:
            connection.execute(update(table).where(mine).values(count=used + 1))
    if (used or 0) >= most:
        raise TooOftenError(seconds_until(later(window, seconds)))
