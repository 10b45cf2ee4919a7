"""Which columns hold label sets, and how files call them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mercalli.errors import ColumnError, LabelSetError, SystemNameError
from mercalli.inputs.usual_names import PRED, TRUTH
from mercalli.plan.columns import Role
from mercalli.plan.systems import unique_systems
from mercalli.plan.tables import OpenTable

ROLES = (Role("truth", TRUTH), Role("pred", PRED))


@dataclass(frozen=True)
class SetRoles:
    """Which columns hold what: one column of sets each, or one of flags for each label; `count`, how many items."""

    truth: tuple[str, ...]
    preds: Mapping[str, tuple[str, ...]]
    flags: bool
    unit: str | None = None
    by: tuple[str, ...] = ()
    count: str | None = None

    @classmethod
    def of(cls, truth: str | Sequence[str] | None, pred: object) -> SetRoles:
        """One column of sets each, or columns of flags."""
        if truth is None:
            raise ColumnError.not_given("truth")
        flags = not isinstance(truth, str)
        true = (truth,) if isinstance(truth, str) else tuple(truth)
        systems = _systems(pred, flags=flags)
        if not systems:
            raise SystemNameError.none()
        for name, columns in systems.items():
            if len(columns) != len(true):
                raise LabelSetError.columns(name, len(columns), len(true))
            if not flags and columns == true:
                raise ColumnError.own_truth(true[0])
        return cls(true, systems, flags)

    @property
    def numbers(self) -> list[str]:
        """Columns of numbers: flags, and how many items rows stand for."""
        flags = self.sets if self.flags else []
        return [*(name for name in flags if name not in self.others), *([] if self.count is None else [self.count])]

    @property
    def sets(self) -> list[str]:
        """Columns that hold labels."""
        return [*self.truth, *(name for columns in self.preds.values() for name in columns)]

    @property
    def every(self) -> list[str]:
        """All columns."""
        return [*self.sets, *self.others, *([] if self.count is None else [self.count])]

    @property
    def others(self) -> list[str]:
        """Columns that hold no labels, each once."""
        return list(dict.fromkeys([*([] if self.unit is None else [self.unit]), *self.by]))


def columns_of(table: OpenTable) -> dict[str, Any]:
    """The columns of a file as `multilabel` takes them."""
    truths = table.columns["truth"]
    return {"truth": truths[0] if len(truths) == 1 else truths, "pred": table.columns["pred"]}


def _systems(pred: object, *, flags: bool) -> dict[str, tuple[str, ...]]:
    """The columns of each system."""
    if isinstance(pred, Mapping):
        return {str(name): (each,) if isinstance(each, str) else tuple(each) for name, each in pred.items()}
    if isinstance(pred, str):
        return {pred: (pred,)}
    if isinstance(pred, list | tuple):
        return {"pred": tuple(pred)} if flags else unique_systems([(str(name), (str(name),)) for name in pred])
    raise ColumnError.not_given("pred") if pred is None else ColumnError.not_named("pred", pred)
