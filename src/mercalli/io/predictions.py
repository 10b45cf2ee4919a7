"""Every prediction of a system with what it means, written by DuckDB straight to disk."""

from __future__ import annotations

import errno
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import TYPE_CHECKING

from mercalli.io.cells import safe_sql
from mercalli.io.masks import masked_sql

if TYPE_CHECKING:
    import duckdb


MEGABYTES_PER_THREAD = 256
FEWEST_THREADS = 2
POLL_SECONDS = 0.2
WRONG = "true_class is distinct from predicted_class"
SAME_LEVEL = "true_level is not distinct from predicted_level"
COLUMNS = {
    **{name: safe_sql(name) for name in ("text", "true_label", "predicted_label", "true_class", "predicted_class")},
    "correct": f"not ({WRONG})",
    "true_actionability": safe_sql("true_level"),
    "predicted_actionability": safe_sql("predicted_level"),
    "true_urgency_weight": "true_weight",
    "predicted_urgency_weight": "predicted_weight",
    "actionability_correct": f"case when true_level is not null then {SAME_LEVEL} end",
    "urgency_penalty": f"case when {WRONG} then true_weight else 0.0 end",
}


def write_predictions(
    path: Path,
    items: duckdb.DuckDBPyRelation,
    database: duckdb.DuckDBPyConnection,
    tell: Callable[[int], None],
    *,
    with_id: bool,
    with_outcome: bool = False,
    show_personal: bool = False,
) -> None:
    """The file of labelled items, in their order; `tell` is called with the percentage that is done.

    Personal data in texts, and in outputs where labels were read in them, is masked unless it is to be shown.
    However many rows there are, DuckDB keeps within a share of memory for each of its threads.
    """
    import duckdb  # noqa: PLC0415 - loaded by whoever made the database

    outcome = {"outcome": "coalesce(predicted_outcome, 'missing')", "how": "predicted_how"} if with_outcome else {}
    texts = () if show_personal else ("text", *(["predicted_label"] if with_outcome else []))
    hidden = {name: masked_sql(name, database) for name in texts}
    columns = {**COLUMNS, **hidden, **outcome, **({"id": safe_sql("id")} if with_id else {})}
    chosen = items.project(", ".join(f"{expression} as {name}" for name, expression in columns.items()))
    try:
        _limit(database)
        _watched(lambda: chosen.write_csv(str(path), header=True), database, tell)
    except duckdb.Error as error:
        raise OSError(errno.EIO, str(error).split("\n", maxsplit=1)[0].rsplit(": ", maxsplit=1)[-1]) from None


def _limit(database: duckdb.DuckDBPyConnection) -> None:
    setting = database.execute("select current_setting('threads')").fetchone()
    threads = max(FEWEST_THREADS, int(setting[0]) if setting else 0)
    database.execute(f"set memory_limit = '{threads * MEGABYTES_PER_THREAD}MB'")
    database.execute("set enable_progress_bar = true")
    database.execute("set enable_progress_bar_print = false")


def _watched(work: Callable[[], object], database: duckdb.DuckDBPyConnection, tell: Callable[[int], None]) -> None:
    """Do it beside this thread, which looks how far it is and stops it when it is itself stopped."""
    with ThreadPoolExecutor(max_workers=1) as pool:
        job = pool.submit(work)
        try:
            while wait([job], timeout=POLL_SECONDS).not_done:
                tell(max(0, int(database.query_progress())))
        except BaseException:
            database.interrupt()
            raise
        job.result()
