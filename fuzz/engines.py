"""The same rows through another engine: a frame of another library, handed to the function that a command calls."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa

import mercalli
from fuzz.dresses import Rows, columns_of
from fuzz.slots import FILE, Slot
from mercalli.registry import load, public

Columns = Mapping[str, list[Any]]
ENGINES: dict[str, Callable[[Columns], Any]] = {
    "arrays": lambda columns: {name: np.array(values) for name, values in columns.items()},
    "lists": dict,
    "pandas": pd.DataFrame,
    "polars": pl.DataFrame,
    "polars, lazy": pl.LazyFrame,
    "pyarrow": lambda columns: pa.table(dict(columns)),
    "duckdb": lambda columns: duckdb.from_arrow(pa.table(dict(columns))),
}
# Commands whose function takes any table, and what its arguments are called among the roles of a result.
FUNCTIONS = ("evaluate", "compare", "threshold", "rank", "alerts", "uplift", "survival", "multilabel", "models")
ARGUMENTS = {"systems": "pred", "scores": "score", "predictions": "risk"}
SETTINGS = ("level", "replicates", "seed", "missing", "k")


def takes_engines(slot: Slot) -> bool:
    """Whether the file of a call is the table of a function."""
    return " ".join(slot.path) in FUNCTIONS and slot.arguments[1] == FILE


@dataclass(frozen=True)
class EngineTwin:
    """Rows for another engine, as texts or with whole numbers where a column holds nothing else."""

    engine: str
    rows: Rows
    typed: bool

    @classmethod
    def of(cls, rng: Random, rows: Rows) -> EngineTwin:
        """The rows for one of the engines."""
        return cls(rng.choice(list(ENGINES)), rows, rng.choice((True, False)))

    def result(self, printed: str) -> str:
        """What the function gives, called with the columns and settings that the printed result names."""
        sealed = json.loads(printed)
        how = sealed["provenance"]
        function = load(str(public(how["call"]["command"])))
        settings = {name: how["settings"][name] for name in SETTINGS if name in how["settings"]}
        asked = {**settings, **({"k": sealed["ks"]} if "ks" in sealed else {}), **_roles(how["roles"])}
        known = inspect.signature(function).parameters
        table = ENGINES[self.engine](columns_of(self.rows, typed=self.typed))
        return mercalli.to_json(function(table, **{name: value for name, value in asked.items() if name in known}))


def _roles(roles: Mapping[str, Any]) -> dict[str, Any]:
    """Columns by the arguments that they are given as; one column alone by its name."""
    given = {ARGUMENTS.get(role, role): columns for role, columns in roles.items() if columns}
    return {
        name: columns[0] if isinstance(columns, list) and len(columns) == 1 else columns
        for name, columns in given.items()
    }
