"""A gold file and runs as one table: the columns of the truth, and one column of predictions for each run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from mercalli.errors import ColumnError, InputError
from mercalli.inputs.arrays import Floats
from mercalli.inputs.runs import RunField, RunForm
from mercalli.io import sql
from mercalli.io.tables import open_table


def columns_of(file: str | Path, names: Sequence[str]) -> dict[str, list[str]]:
    """Columns of a file as texts, in the order of its rows; what stands for nothing is an empty text."""
    table = open_table(file)
    for name in names:
        if name not in table.columns:
            raise ColumnError.unknown(name, table.columns, table.origin)
    chosen = ", ".join(f"coalesce(trim({sql.name(name)}::varchar), '') as {sql.name(name)}" for name in names)
    return {name: [str(each) for each in values] for name, values in table.arrays(chosen).items()}


def distinct(file: str | Path, name: str) -> tuple[str, ...]:
    """Every value of a column, in order."""
    return tuple(sorted(set(columns_of(file, [name])[name])))


def run_name(run: str) -> str:
    """The column of a run's predictions, which no column of a truth is called."""
    return f"run:{run}"


def joined(
    gold: str | Path, columns: Sequence[str | None], runs: Mapping[str, str], field: str
) -> tuple[dict[str, Any], dict[str, str]]:
    """Columns of the gold file and of every run, whose rows are in the same order; and the column of each run."""
    table: dict[str, Any] = columns_of(gold, [name for name in dict.fromkeys(columns) if name])
    named = {run: run_name(run) for run in runs}
    for run, file in runs.items():
        table[named[run]] = columns_of(file, [field])[field]
    return table, named


def number_column(table: Mapping[str, Sequence[str]], name: str, gold: str | Path) -> Floats:
    """A column of numbers; a value that is none is told with its row."""
    values = table[name]
    try:
        return np.array([each.replace("_", "?") for each in values], np.float64)
    except ValueError:
        row, value = next((row, each) for row, each in enumerate(values, 1) if not _is_number(each))
        raise InputError.in_column(
            name, repr(Path(gold).name), f"must hold numbers; found {value!r} in row {row:,}. Correct it."
        ) from None


def _is_number(text: str) -> bool:
    try:
        float(text.replace("_", "?"))
    except ValueError:
        return False
    return True


def form_of(options: Mapping[str, Any], field: RunField) -> RunForm:
    """The columns of a run with one prediction for each item."""
    ids = options["id"]
    return RunForm((ids,) if isinstance(ids, str) else tuple(ids), (field,))
