"""Runs of burn severity in a challenge: a code for each cell of a table, scored as `wildfire severity` does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mercalli.errors import SettingError
from mercalli.inputs.arrays import Ints
from mercalli.inputs.runs import RunField, RunForm
from mercalli.plan.run_tables import joined, number_column
from mercalli.results.scored import Scored
from mercalli.tasks.wildfire.codes import MTBS, PRODUCTS, Product
from mercalli.tasks.wildfire.severity.evaluate import burn_severity

CELL = ("row", "col")
LONGEST = 20_000


def form(_gold: str, options: Mapping[str, Any]) -> RunForm:
    """A class of the product for each cell, by its row and column."""
    product = _product(options)
    ids = (str(options.get(name, name)) for name in CELL)
    return RunForm(tuple(ids), (RunField("severity", tuple(map(str, product.classes))),))


def _product(options: Mapping[str, Any]) -> Product:
    product = PRODUCTS.read(options.get("product", MTBS))
    if not product.not_observed:
        raise SettingError.named("product", "of a challenge needs a code that means not observed.")
    return product


def score(
    gold: str,
    runs: Mapping[str, str],
    form: RunForm,
    options: Mapping[str, Any],
    _metrics: Sequence[str],
    *,
    level: float,
    replicates: int,
) -> Scored:
    """As the command scores maps; cells that the table does not have were not observed."""
    truth, (field,), product = options["truth"], form.fields, _product(options)
    table, preds = joined(gold, (*form.ids, truth), runs, field.name)
    rows, columns = (_places(table, name, gold) for name in form.ids)

    def grid(name: str, elsewhere: int) -> Ints:
        found = np.full((int(rows.max()) + 1, int(columns.max()) + 1), elsewhere, np.int64)
        found[rows, columns] = number_column(table, name, gold).astype(np.int64)
        return found

    result = burn_severity(
        grid(truth, product.not_observed[0]),
        {name: grid(column, product.classes[0]) for name, column in preds.items()},
        product=options.get("product", MTBS),
        level=level,
        replicates=replicates,
        **({"tile": options["tile"]} if "tile" in options else {}),
    )
    pairs = () if result.comparison is None else result.comparison.pairs
    return Scored.of(result.metrics, list(runs), result.systems, pairs)


def _places(table: Mapping[str, Sequence[str]], name: str, gold: str) -> Ints:
    """Rows or columns of cells."""
    places = number_column(table, name, gold)
    if not ((places >= 0) & (places < LONGEST) & (places == places.round())).all():
        raise SettingError.named(name, f"of the gold file must hold whole numbers from 0 to {LONGEST - 1:,}.")
    return places.astype(np.int64)
