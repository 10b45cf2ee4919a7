"""What a run may hold: a file of predictions that strangers send, one line for each item that was asked for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RunField:
    """A column of a run that is predicted.

    Attributes:
        name: What it is called.
        values: Texts that it may hold; where there are none, it holds finite numbers.
        lowest: The smallest number.
        highest: The largest number.
        separator: What stands between several values of one cell; empty where a cell holds one.
    """

    name: str
    values: tuple[str, ...] = ()
    lowest: float | None = None
    highest: float | None = None
    separator: str = ""


@dataclass(frozen=True)
class RunRule:
    """Where one column has a value, another may have only some; `warns` where others are allowed, but of no use."""

    name: str
    field: str
    value: str
    then: str
    values: tuple[str, ...]
    warns: bool = False


@dataclass(frozen=True)
class RunForm:
    """The columns of a run: those that name the item, and those that are predicted."""

    ids: tuple[str, ...]
    fields: tuple[RunField, ...]
    rules: tuple[RunRule, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """All columns, ids first.

        >>> RunForm(("id",), (RunField("pred"),)).columns
        ('id', 'pred')
        """
        return (*self.ids, *(field.name for field in self.fields))
