"""Systems of a table of answers as spenders: what each took, and the votes of some of them after all others."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from mercalli.inputs.arrays import Bools
from mercalli.inputs.tally import Column
from mercalli.inputs.usual_names import plain_name
from mercalli.tasks.models.cost.calls import Asked, Calls, CallSettings, read_calls
from mercalli.tasks.models.cost.columns import CallColumns
from mercalli.tasks.models.cost.spending import Results, Spending, spending, voted
from mercalli.tasks.models.data import NO_ROW, ModelsData, SystemAnswers

MODEL = "model"


@dataclass(frozen=True)
class Spenders:
    """Systems, the votes of some of them after all others: their answers and what they took."""

    answers: tuple[SystemAnswers, ...]
    spendings: tuple[Spending, ...]
    votes: tuple[int | None, ...]
    currency: str

    @property
    def names(self) -> list[str]:
        """What they are called."""
        return [each.name for each in self.answers]

    def knows(self, part: str) -> bool:
        """Whether something is known of a part: its cost, tokens or latency."""
        return any(getattr(each.gaps, part) < each.gaps.calls for each in self.spendings)


def spenders(
    data: ModelsData, settings: CallSettings, urgent: Collection[int], votes: Mapping[str, SystemAnswers]
) -> Spenders:
    """All systems, and the votes of some of them by the names of these."""
    columns = CallColumns(**data.usage)
    calls = read_calls(data.rows, columns, _asked(data, columns), settings)
    unit = None if data.unit is None else data.unit.codes
    own = {system.name: _calls_of(system, calls) for system in data.systems}
    single = [spending(own[each.name], each.item, data.n, _results(data, each, urgent), unit) for each in data.systems]
    voters = [each for each in data.systems if each.name in votes]
    together = [
        voted(own[each.name], each.item, data.n, _results(data, votes[each.name], urgent), unit) for each in voters
    ]
    return Spenders(
        (*data.systems, *(votes[each.name] for each in voters)),
        (*single, *together),
        (*(None for _ in single), *(int(each.repeats.max()) for each in voters)),
        calls.currency,
    )


def shares_rows(data: ModelsData) -> bool:
    """Whether a row holds several answers, so that nobody knows whose cost stands there."""
    rows = np.concatenate([system.row for system in data.systems])
    return bool(np.bincount(rows[rows != NO_ROW], minlength=1).max() > 1)


def _asked(data: ModelsData, columns: CallColumns) -> Asked:
    """Whom each row asked."""
    system = np.full(len(next(iter(data.rows.arrays.values()))), NO_ROW, np.int64)
    for at, each in enumerate(data.systems):
        system[each.row[each.row != NO_ROW]] = at
    if columns.model is not None:
        return Asked(system, data.rows.column(columns.model))
    return Asked(system, Column(tuple(_model_of(each) for each in data.systems), system))


def _model_of(system: SystemAnswers) -> str:
    """The model that a system is made of, or its name."""
    return next((value for name, value in system.factors.items() if plain_name(name) == MODEL), system.name)


def _calls_of(system: SystemAnswers, calls: Calls) -> Calls:
    """The calls of one system in the order of its answers; of an answer that was not given nothing is known."""
    return calls.take(np.where(system.row == NO_ROW, -1, system.row))


def _results(data: ModelsData, system: SystemAnswers, urgent: Collection[int]) -> Results:
    classes = sorted(urgent)
    of_urgent: Bools = np.isin(data.truth[system.item], classes)
    return Results(data.unread(system), of_urgent & data.right(system), of_urgent & np.isin(system.code, classes))
