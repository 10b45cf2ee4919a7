"""From a file of people who were followed to a result, and what was found in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mercalli.engines.open import source_of
from mercalli.errors import SurvivalError
from mercalli.inputs.usual_names import STATUS, TIME
from mercalli.plan.columns import Role
from mercalli.plan.tables import open_tables
from mercalli.tasks.survival.evaluate import survival

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mercalli.plan.tables import TableFiles
    from mercalli.tasks.survival.result import SurvivalResult

ROLES = (Role("time", TIME), Role("event", STATUS))
WAYS = {"risk": "higher means sooner", "survival": "higher means later"}


def survival_of_file(
    files: TableFiles,
    predictions: Mapping[str, Sequence[str]],
    train: str | None,
    **settings: Any,  # noqa: ANN401 - as survival
) -> tuple[SurvivalResult, tuple[str, ...]]:
    """The people in one file, or in several that a glob means; `predictions` are named by which way they point."""
    systems: dict[str, Any] = {kind: list(names) for kind, names in predictions.items() if names}
    if not systems:
        raise SurvivalError.no_direction()
    (table,) = open_tables(files, ROLES)
    (time,), (event,) = table.columns.values()
    others = None if train is None else source_of(train, files.encoding)
    result = survival(table.source, time=time, event=event, train=others, **systems, **settings)
    ways = (f"{', '.join(map(repr, names))}: {WAYS.get(kind, 'chances over time')}" for kind, names in systems.items())
    return result, (f"{table.told}, {'; '.join(ways)}",)
