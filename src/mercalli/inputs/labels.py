"""Labels: labelled items that have been checked, each distinct combination once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isinf
from typing import Literal

import numpy as np

from mercalli.errors import ClassError, EmptyError, MissingError, SettingError, WeightError
from mercalli.inputs.arrays import Bools, Floats, Ints, distinct_rows, rounded, sums
from mercalli.inputs.classes import ClassList, label_text, normal, whole
from mercalli.inputs.tally import MISSING, Column, Tally
from mercalli.text.words import counted

MOST_CLASSES = 1_000
MISSING_SLICE = "(missing)"
SMALLEST_SQUARE = 1e-290


@dataclass(frozen=True)
class Policy:
    """What to do with labels that are missing or outside the classes."""

    invalid: Literal["error", "wrong"] = "error"
    missing: Literal["error", "drop"] = "error"
    unknown: Literal["error", "default"] = "error"

    def __post_init__(self) -> None:
        allowed = {
            "invalid": ("error", "wrong"),
            "missing": ("error", "drop"),
            "unknown": ("error", "default"),
        }
        for name, choices in allowed.items():
            if getattr(self, name) not in choices:
                raise SettingError.choice(name, getattr(self, name), choices)


@dataclass(frozen=True)
class Roles:
    """Which column of a tally plays which part."""

    truth: str
    preds: tuple[str, ...]
    unit: str | None = None
    by: tuple[str, ...] = ()
    context: tuple[str, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        """All columns that are grouped by, each once."""
        unit = () if self.unit is None else (self.unit,)
        return tuple(dict.fromkeys((self.truth, *self.preds, *unit, *self.by, *self.context)))


@dataclass(frozen=True)
class Labels:
    """Checked labels as codes; `rows`, `weight` and `weight_sq` say how often each entry occurred.

    A prediction code equal to the number of classes means "outside the classes".
    """

    classes: ClassList
    truth: Ints
    preds: tuple[Ints, ...]
    unit: Column | None
    by: Mapping[str, Column]
    context: Mapping[str, Column]
    rows: Ints
    weight: Floats
    weight_sq: Floats
    weighted: bool
    dropped: int = 0
    invalid: tuple[int, ...] = ()
    respelt: Mapping[str, str] = field(default_factory=dict[str, str])

    @classmethod
    def check(
        cls,
        tally: Tally,
        roles: Roles,
        classes: ClassList | None = None,
        policy: Policy | None = None,
        where: Callable[[str, Sequence[object]], str] = lambda _column, _values: "",
    ) -> Labels:
        """Labels from a tally, or a named error.

        `where(column, values)` may tell at which rows the offending values stand.
        """
        return _Checker(tally, roles, policy or Policy(), where).labels(classes)

    @property
    def columns(self) -> list[Column]:
        """The columns beside truth and predictions."""
        return [*self.by.values(), *self.context.values(), *([self.unit] if self.unit else [])]

    def ordered(self) -> Labels:
        """Each combination once and in order, so that every engine and row order gives the same bytes."""
        size = len(self.classes.names)
        keys = [self.truth, *self.preds, *(column.codes for column in self.columns)]
        sizes = [size, *[size + 1] * len(self.preds), *(len(column.values) for column in self.columns)]
        combinations, position = distinct_rows(keys, sizes)
        entries = len(combinations[0])
        first = np.full(entries, len(position), np.int64)
        np.minimum.at(first, position, np.arange(len(position)))
        return replace(
            self.take(first),
            rows=sums(position, self.rows, entries).astype(np.int64),
            weight=rounded(sums(position, self.weight, entries)),
            weight_sq=rounded(sums(position, self.weight_sq, entries)),
        )

    def take(self, chosen: Bools | Ints) -> Labels:
        """The same labels for some of the entries."""
        return replace(
            self,
            truth=self.truth[chosen],
            preds=tuple(pred[chosen] for pred in self.preds),
            unit=self.unit.take(chosen) if self.unit else None,
            by={name: column.take(chosen) for name, column in self.by.items()},
            context={name: column.take(chosen) for name, column in self.context.items()},
            rows=self.rows[chosen],
            weight=self.weight[chosen],
            weight_sq=self.weight_sq[chosen],
        )


def present_entries(
    tally: Tally,
    absent: Mapping[str, tuple[str, Bools]],
    policy: Policy,
    where: Callable[[str, Sequence[object]], str],
) -> Bools:
    """Entries that lack nothing, of which there must be one; `absent` are those that lack a part of a column."""
    for part, (column, lacking) in absent.items():
        if lacking.any() and policy.missing == "error":
            raise MissingError.labels(part, int(tally.rows[lacking].sum()), tally.origin, where(column, [None]))
    present: Bools = ~np.logical_or.reduce([lacking for _, lacking in absent.values()])
    if not present.any():
        raise EmptyError.all_dropped(tally.origin, int(tally.rows.sum()))
    return present


@dataclass(frozen=True)
class _Checker:
    tally: Tally
    roles: Roles
    policy: Policy
    where: Callable[[str, Sequence[object]], str]

    def labels(self, classes: ClassList | None) -> Labels:
        if not self.tally.rows.sum():
            raise EmptyError.no_rows(self.tally.origin)
        self._check_finite()
        present = self._present()
        self._check_weights(present)
        listed = classes or self._inferred()
        unknown = self._unknown_classes(listed, present) if self.policy.unknown == "default" else ()
        listed = listed.extended(unknown) if unknown else listed
        truth = self._class_codes(self.roles.truth, listed, present)
        preds = [self._class_codes(name, listed, present) for name in self.roles.preds]
        columns, rows = self.tally.columns, self.tally.rows
        labels = Labels(
            classes=listed,
            truth=truth[present],
            preds=tuple(pred[present] for pred in preds),
            unit=units(self.tally, self.roles.unit, present),
            by={name: sliced(columns[name]).take(present) for name in self.roles.by},
            context={name: sliced(columns[name]).take(present) for name in self.roles.context},
            rows=rows[present],
            weight=self.tally.weight[present],
            weight_sq=self.tally.weight_sq[present],
            weighted=self.tally.weighted,
            dropped=int(rows[~present].sum()),
            invalid=tuple(int(rows[present & (pred == len(listed.names))].sum()) for pred in preds),
            respelt=self._respelt(listed),
        )
        return labels.ordered()

    @property
    def _label_columns(self) -> tuple[str, ...]:
        return (self.roles.truth, *self.roles.preds)

    def _check_finite(self) -> None:
        for name in self._label_columns:
            endless = [value for value in self.tally.columns[name].values if isinstance(value, float) and isinf(value)]
            if endless:
                raise ClassError.in_column(
                    name,
                    self.tally.origin,
                    f"holds {endless[0]}, which is no class{self.where(name, endless)}. "
                    f"Correct those labels, or leave them empty if they are missing.",
                )

    def _check_weights(self, present: Bools) -> None:
        if not np.isfinite(self.tally.weight_sq).all():
            raise WeightError.too_large(self.tally.origin)
        squares = self.tally.weight_sq[self.tally.weight > 0]
        if len(squares) and squares.min() < SMALLEST_SQUARE:
            raise WeightError.too_small(self.tally.origin)
        if not self.tally.weight[present].sum() > 0:
            raise WeightError.all_zero(self.tally.origin)

    def _present(self) -> Bools:
        """Entries that have a truth and every prediction."""
        parts = {"truth": self.roles.truth, **{f"prediction in {name!r}": name for name in self.roles.preds}}
        absent = {part: (name, self.tally.columns[name].codes == MISSING) for part, name in parts.items()}
        return present_entries(self.tally, absent, self.policy, self.where)

    def _inferred(self) -> ClassList:
        """The classes that occur, in the spelling of the truth where there is one."""
        labels: list[str] = []
        for name in self._label_columns:
            values = self.tally.columns[name].values
            if len(values) > MOST_CLASSES:
                raise ClassError.too_many(len(values), MOST_CLASSES, repr(name), self.tally.origin)
            labels += sorted(label_text(value) for value in values)
        return ClassList.inferred(labels)

    def _unknown_classes(self, classes: ClassList, present: Bools) -> tuple[str, ...]:
        """Labels the profile does not know, to be given its defaults."""
        columns = self._label_columns if self.policy.invalid == "error" else (self.roles.truth,)
        unknown: set[str] = set()
        for name in columns:
            column = self.tally.columns[name].take(present)
            unknown.update(label_text(column.values[code]) for code in _outside(column, classes))
        return ClassList.inferred(sorted(unknown)).names if unknown else ()

    def _class_codes(self, name: str, classes: ClassList, present: Bools) -> Ints:
        """Class positions of truths or predictions; a label outside the classes is an error, or gets their number."""
        column = self.tally.columns[name]
        outside = _outside(column.take(present), classes)
        if outside and (name == self.roles.truth or self.policy.invalid == "error"):
            raise self._unknown_label(name, outside, classes)
        index, last = classes.index, len(classes.names)
        table = np.array([index.get(normal(label_text(value)), last) for value in column.values] + [last], np.int64)
        codes: Ints = table[column.codes]
        return codes

    def _unknown_label(self, name: str, outside: Sequence[int], classes: ClassList) -> ClassError:
        column, origin = self.tally.columns[name], self.tally.origin
        rows = int(self.tally.rows[np.isin(column.codes, outside)].sum())
        subject = f"{counted(rows, 'prediction')} of {name!r} in {origin} {'is' if rows == 1 else 'are'}"
        advice = 'Correct them, or pass invalid="wrong" to count them as wrong in a column of their own.'
        if name == self.roles.truth:
            subject = f"{counted(rows, 'row')} of {origin} {'has' if rows == 1 else 'have'} a truth"
            advice = (
                "Correct the labels, add an alias to the profile, or pass "
                'unknown="default" to give such classes the profile\'s default weight.'
            )
        values = [column.values[code] for code in outside]
        labels = [label_text(value) for value in values]
        return ClassError.outside(subject, labels, classes.names, self.where(name, values), advice)

    def _respelt(self, classes: ClassList) -> dict[str, str]:
        """Spellings in the data that differ from the class they were matched to."""
        spellings = {
            whole(label_text(value)) for name in self._label_columns for value in self.tally.columns[name].values
        }
        codes = {label: classes.code(label) for label in sorted(spellings)}
        return {
            label: classes.names[code]
            for label, code in codes.items()
            if code is not None and label != classes.names[code] and not classes.states(label)
        }


def _outside(column: Column, classes: ClassList) -> list[int]:
    """Positions of the values that occur and are none of the classes, in the order of their text."""
    index = classes.index
    occurring = [int(code) for code in np.unique(column.codes[column.codes != MISSING])]
    outside = [code for code in occurring if normal(label_text(column.values[code])) not in index]
    return sorted(outside, key=lambda code: label_text(column.values[code]))


def _sorted_text(column: Column) -> Column:
    """The same key with values as sorted text, so that every engine gives the same order."""
    texts = [label_text(value) for value in column.values]
    order = sorted(set(texts))
    position = {text: code for code, text in enumerate(order)}
    table = np.array([position[text] for text in texts] + [MISSING], np.int64)
    return Column(tuple(order), table[column.codes])


def units(tally: Tally, name: str | None, present: Bools) -> Column | None:
    """The unit of every entry, if there are units; none may be missing."""
    if name is None:
        return None
    column = _sorted_text(tally.columns[name].take(present))
    absent = column.codes == MISSING
    if absent.any():
        raise MissingError.values(f"unit in {name!r}", int(tally.rows[present][absent].sum()), tally.origin)
    return column


def sliced(column: Column) -> Column:
    """Sorted text, with the missing values as a slice of their own so that they stay visible."""
    text = _sorted_text(column)
    if not (text.codes == MISSING).any():
        return text
    codes = np.where(text.codes == MISSING, len(text.values), text.codes)
    return Column((*text.values, MISSING_SLICE), codes)
