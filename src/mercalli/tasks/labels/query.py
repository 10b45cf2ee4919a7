"""The SQL that counts predictions in another database, so that only counts leave it."""

from __future__ import annotations

from typing import Literal

from mercalli.errors import SettingError
from mercalli.plan.roles import check_apart, column_name, column_systems, slice_names

TASKS = ("evaluate", "compare")
COUNT = "n"


def query(
    task: Literal["evaluate", "compare"] = "evaluate",
    *,
    truth: str,
    pred: str | list[str],
    table: str = "predictions",
    weight: str | None = None,
    unit: str | None = None,
    by: str | list[str] | None = None,
    count: str = COUNT,
    quote: str = '"',
) -> str:
    """The SQL to run in any database; its result goes to `evaluate` or `compare` with `count`.

    Args:
        task: What the counts are for.
        truth: The column of true classes.
        pred: The column of predictions, or several.
        table: The table, or another query in brackets, as it stands after FROM.
        weight: The column of weights.
        unit: The column of units.
        by: Columns to slice by.
        count: What the column of counts is called.
        quote: What names stand between: ` for MySQL, BigQuery and Spark, nothing to write them as they are.

    >>> print(query("evaluate", truth="truth", pred="pred", by="event"))
    SELECT "truth", "pred", "event", COUNT(*) AS "n"
    FROM predictions
    GROUP BY "truth", "pred", "event"
    """
    if task not in TASKS:
        raise SettingError.choice("task", task, TASKS)
    preds = column_systems("pred", pred)
    parts = [("truth", column_name("truth", truth)), *(("prediction", name) for name in preds.values())]
    optional = {"weight": weight, "unit": unit}
    parts += [(role, column_name(role, name)) for role, name in optional.items() if name is not None]
    check_apart([*parts, ("count", column_name("count", count))])
    keys = dict.fromkeys([*(name for _, name in parts), *slice_names(by)])
    check_apart([("slice", name) for name in slice_names(by)] + [("count", count)])
    names = ", ".join(_quoted(name, quote) for name in keys)
    return f"SELECT {names}, COUNT(*) AS {_quoted(count, quote)}\nFROM {table}\nGROUP BY {names}"


def _quoted(name: str, quote: str) -> str:
    return f"{quote}{name.replace(quote, quote * 2) if quote else name}{quote}"
