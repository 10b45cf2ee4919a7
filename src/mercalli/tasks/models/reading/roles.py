"""Which columns hold what: a row is one answer (long), or an item with a column for each sample (wide)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mercalli.engines.source import Source
from mercalli.errors import ColumnError, SettingError
from mercalli.inputs.usual_names import usual_column
from mercalli.plan.columns import check_there
from mercalli.plan.roles import column_name, column_systems, slice_names
from mercalli.plan.systems import unique_systems

SAMPLE = ("sample", "repeat", "repetition", "epoch", "trial")
MOST_SYSTEMS = 100


@dataclass(frozen=True)
class ModelRoles:
    """The columns by their part.

    In the wide layout `preds` has the columns of samples of every system; in the long layout it has one column, and
    `system` or `factors` say whose answer a row is. `count` says for how many items a row stands.
    """

    preds: Mapping[str, tuple[str, ...]]
    truth: str
    item: str | None = None
    sample: str | None = None
    system: str | None = None
    factors: tuple[str, ...] = ()
    unit: str | None = None
    count: str | None = None

    @classmethod
    def check(
        cls,
        *,
        pred: object,
        samples: Mapping[str, Sequence[str]] | None = None,
        truth: object,
        item: object = None,
        sample: object = None,
        system: object = None,
        factors: object = None,
        unit: object = None,
        count: object = None,
    ) -> ModelRoles:
        """Columns as they were named; an error where two layouts are mixed."""
        plain = {} if pred is None else {name: (column,) for name, column in column_systems("pred", pred).items()}
        named = [*plain.items(), *((name, _once(name, columns)) for name, columns in (samples or {}).items())]
        single = {
            role: None if value is None else column_name(role, value)
            for role, value in {
                "item": item,
                "sample": sample,
                "system": system,
                "unit": unit,
                "count": count,
            }.items()
        }
        roles = cls(unique_systems(named), column_name("truth", truth), factors=slice_names(factors), **single)
        roles._check_layout()
        return roles

    def _check_layout(self) -> None:
        if self.system is not None and self.factors:
            raise SettingError.either("system", "factors")
        if self.count is not None and (self.item is not None or self.long):
            raise SettingError.named(
                "count",
                "says for how many items a row stands, so rows can have no item, system, factors or sample. Leave "
                "those out, or leave `count` out.",
            )
        every = {column for columns in self.preds.values() for column in columns}
        if len(every) > 1 and (self.keyed or self.sample is not None):
            raise ColumnError.of_role(
                "pred",
                "must name one column where `system`, `factors` or `sample` say whose answer a row is; "
                f"found {len(every)}. Leave those out if every column is a system.",
            )

    @property
    def keyed(self) -> bool:
        """Whether a column says whose answer a row is."""
        return self.system is not None or bool(self.factors)

    @property
    def long(self) -> bool:
        """Whether a row is one answer, so that an item has several."""
        return self.keyed or self.sample is not None

    @property
    def columns(self) -> list[str]:
        """Every column of the answers, each once; without what is true of items."""
        single = (self.item, self.sample, self.system, self.count)
        named = [name for name in single if name is not None]
        preds = [column for columns in self.preds.values() for column in columns]
        return list(dict.fromkeys([*preds, *named, *self.factors]))

    def checked(self, source: Source, of_items: Sequence[str]) -> ModelRoles:
        """The same, if the table has these columns and those that are said of items."""
        check_there(source, [*self.columns, *of_items])
        return self


def _once(system: str, columns: Sequence[str]) -> tuple[str, ...]:
    """The columns of samples of one system, each named once."""
    named = tuple(column_name("samples", column) for column in columns)
    twice = next((name for name in named if named.count(name) > 1), None)
    if twice is not None:
        raise ColumnError.of_role("samples", f"names {twice!r} twice for {system!r}. Name each column once.")
    return named


def keys_of(source: Source) -> dict[str, Any]:
    """Columns that by their names say whose answer a row is, and which sample of it: `system` or `factors`, `sample`.

    A column of prompts with many values holds their texts with the item in it, which make no system.
    """
    named = {role: usual_column((role,), source.columns) for role in ("system", "model", "prompt")}
    few = {role: name for role, name in named.items() if name is not None and _is_short(source, name)}
    sample = usual_column(SAMPLE, source.columns)
    keys: dict[str, Any] = {} if sample is None else {"sample": sample}
    if "system" in few or len(few) == 1:
        return {"system": next(iter(few.values())), **keys}
    return {"factors": tuple(few.values()), **keys} if few else keys


def _is_short(source: Source, column: str) -> bool:
    return len(source.tally([column], None).rows) <= MOST_SYSTEMS
