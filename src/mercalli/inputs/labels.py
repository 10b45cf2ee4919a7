"""Labels: labelled items that have been checked, each distinct combination once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import isinf
from typing import Literal

import numpy as np

from mercalli.errors import ClassError, EmptyError, MissingError, SettingError, WeightError
from mercalli.errors.data import DECLARED, said_missing
from mercalli.inputs.answers.counts import MOST_EXAMPLES, AnswerCounts, answer_counts, outside_labels
from mercalli.inputs.answers.outputs import ReadColumn
from mercalli.inputs.arrays import LARGEST_WEIGHT, Bools, Floats, Ints, distinct_rows, rounded, sums
from mercalli.inputs.classes import ClassList, check_names, label_text, normal, reject_two_ways, whole
from mercalli.inputs.tally import MISSING, MISSING_WORDS, Column, Tally
from mercalli.text.words import counted

MOST_CLASSES = 1_000
MISSING_SLICE = "(missing)"
HALF = 0.5
SMALLEST_SQUARE = 1e-290


@dataclass(frozen=True)
class Policy:
    """What to do with labels that are missing or outside the classes."""

    invalid: Literal["error", "wrong"] = "error"
    missing: Literal["error", "wrong", "drop"] = "error"
    unknown: Literal["error", "default"] = "error"

    def __post_init__(self) -> None:
        allowed = {
            "invalid": ("error", "wrong"),
            "missing": ("error", "wrong", "drop"),
            "unknown": ("error", "default"),
        }
        for name, choices in allowed.items():
            if getattr(self, name) not in choices:
                raise SettingError.choice(name, getattr(self, name), choices)


@dataclass(frozen=True)
class Roles:
    """Which column of a tally plays which part; `outputs` are the predictions that were read from free text."""

    truth: str
    preds: tuple[str, ...]
    unit: str | None = None
    by: tuple[str, ...] = ()
    context: tuple[str, ...] = ()
    outputs: Mapping[str, ReadColumn] = field(default_factory=dict[str, ReadColumn])

    @property
    def keys(self) -> tuple[str, ...]:
        """All columns that are grouped by, each once."""
        unit = () if self.unit is None else (self.unit,)
        return tuple(dict.fromkeys((self.truth, *self.preds, *unit, *self.by, *self.context)))


@dataclass(frozen=True)
class Labels:
    """Checked labels as codes; `rows`, `weight` and `weight_sq` say how often each entry occurred.

    A prediction code equal to the number of classes means "outside the classes", or "missing" where that counts as
    wrong; `answers` has the counts of both for each prediction. `kinds` says, for predictions that were read from
    outputs, what each output came to; what could not be read is wrong.
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
    answers: tuple[AnswerCounts, ...] = ()
    respelt: Mapping[str, str] = field(default_factory=dict[str, str])
    kinds: tuple[Column | None, ...] = ()

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
        return _Checker(tally, roles, policy or Policy(), where, classes).labels()

    @property
    def columns(self) -> list[Column]:
        """The columns beside truth and predictions."""
        kinds = [column for column in self.kinds if column is not None]
        return [*self.by.values(), *self.context.values(), *([self.unit] if self.unit else []), *kinds]

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
            kinds=tuple(column.take(chosen) if column else None for column in self.kinds),
        )


@dataclass(frozen=True)
class Absence:
    """Entries that lack a part: its column, the words that mean so, how they are told, and whether it may be wrong.

    An answer that could not be read is always wrong: nobody forgot to write it down.
    """

    column: str
    lacking: Bools
    words: Collection[str] = ()
    said: str = ""
    wrong: bool = False
    unread: bool = False


def present_entries(
    tally: Tally,
    absent: Mapping[str, Absence],
    policy: Policy,
    where: Callable[[str, Sequence[object]], str],
) -> Bools:
    """Entries that lack nothing which the policy asks for, of which there must be one; `absent` by the part's name."""
    counting = policy.missing == "wrong"
    needed = {part: each for part, each in absent.items() if not (each.unread or (counting and each.wrong))}
    for part, each in needed.items():
        if each.lacking.any() and policy.missing != "drop":
            rows, place = int(tally.rows[each.lacking].sum()), where(each.column, [None, *each.words])
            raise MissingError.labels(part, rows, tally.origin, place, each.said, wrong=each.wrong)
    present: Bools = ~np.logical_or.reduce([each.lacking for each in needed.values()])
    if not present.any():
        raise EmptyError.all_dropped(tally.origin, int(tally.rows.sum()))
    return present


@dataclass(frozen=True)
class _Checker:
    tally: Tally
    roles: Roles
    policy: Policy
    where: Callable[[str, Sequence[object]], str]
    declared: ClassList | None

    def labels(self) -> Labels:
        if not self.tally.rows.sum():
            raise EmptyError.no_rows(self.tally.origin)
        self._check_finite()
        check_names(self.roles.truth, self.tally.columns[self.roles.truth].values, self.tally.origin, self.where)
        present = self._present()
        self._check_weights(present)
        listed = self._classes(present)
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
            answers=tuple(self._answers(name, listed, present) for name in self.roles.preds),
            respelt=self._respelt(listed),
            kinds=tuple(self._kinds(name, present) for name in self.roles.preds),
        )
        return labels.ordered()

    def _kinds(self, name: str, present: Bools) -> Column | None:
        """What the outputs in a column came to, if it holds outputs."""
        read = self.roles.outputs.get(name)
        return None if read is None else read.kinds_of(self.tally.columns[name].take(present))

    @cached_property
    def _words(self) -> frozenset[str]:
        """Words that mean that a label is missing."""
        return MISSING_WORDS if self.declared is None else self.declared.missing_words

    @cached_property
    def _columns(self) -> dict[str, Column]:
        """Truth and predictions, where words for nothing are missing, and so is what could not be read."""
        read = {name: column.labels_of(self.tally.columns[name]) for name, column in self.roles.outputs.items()}
        plain = [name for name in self._label_columns if name not in read]
        return {**read, **{name: self.tally.columns[name].known(self._words) for name in plain}}

    def _classes(self, present: Bools) -> ClassList:
        """The declared classes, and those that the profile does not know if they have a default; or those of the truth.

        Predictions never make a class, so that a system's values depend on no other system.
        """
        if self.declared is None:
            return self._inferred()
        if self.policy.unknown == "default":
            column = self._columns[self.roles.truth].take(present)
            unknown = [label_text(column.values[code]) for code in _outside(column, self.declared)]
            return self.declared.extended(unknown) if unknown else self.declared
        return self.declared

    def _answers(self, name: str, classes: ClassList, present: Bools) -> AnswerCounts:
        pred = self._columns[name]
        if name in self.roles.outputs:
            return AnswerCounts(int(self.tally.rows[present].sum()), 0)
        counts = answer_counts(self._columns[self.roles.truth], pred, self.tally.rows)
        outside = outside_labels(pred.take(present), self.tally.rows[present], classes)
        rows = sum(each.count for each in outside)
        return replace(counts, outside=rows, labels=len(outside), examples=tuple(outside[:MOST_EXAMPLES]))

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
                    f"holds {endless[0]}, which is not a class{self.where(name, endless)}. "
                    f"Correct those labels, or leave them empty if they are missing.",
                )

    def _check_weights(self, present: Bools) -> None:
        if not np.isfinite(self.tally.weight_sq).all():
            raise WeightError.too_large(self.tally.origin, LARGEST_WEIGHT)
        squares = self.tally.weight_sq[self.tally.weight > 0]
        if len(squares) and squares.min() < SMALLEST_SQUARE:
            raise WeightError.too_small(self.tally.origin)
        if not self.tally.weight[present].sum() > 0:
            raise WeightError.all_zero(self.tally.origin)

    def _present(self) -> Bools:
        """Entries that have a truth, and every prediction unless a missing one counts as wrong."""
        parts = {"truth": self.roles.truth, **{f"prediction in {name!r}": name for name in self.roles.preds}}
        absent = {part: self._absence(name) for part, name in parts.items()}
        return present_entries(self.tally, absent, self.policy, self.where)

    def _absence(self, name: str) -> Absence:
        lacking = self._columns[name].codes == MISSING
        if name in self.roles.outputs:
            return Absence(name, lacking, unread=True)
        said = said_missing(sorted(map(str, self.tally.columns[name].said_missing(self._words))), DECLARED)
        return Absence(name, lacking, sorted(self._words), said, wrong=name != self.roles.truth)

    def _inferred(self) -> ClassList:
        """The classes that occur in the truth."""
        truth = self._columns[self.roles.truth].values
        if len(truth) > MOST_CLASSES:
            raise ClassError.too_many(len(truth), MOST_CLASSES, repr(self.roles.truth), self.tally.origin)
        every = {label_text(value) for name in self._label_columns for value in self._columns[name].values}
        reject_two_ways(sorted(every))
        return ClassList.inferred(sorted(label_text(value) for value in truth))

    def _class_codes(self, name: str, classes: ClassList, present: Bools) -> Ints:
        """Class positions of truths or predictions; a label outside the classes is an error, or gets their number."""
        column = self._columns[name]
        outside = _outside(column.take(present), classes)
        if outside and (name == self.roles.truth or self.policy.invalid == "error"):
            self._check_outside(name, outside, classes, present)
        index, last = classes.index, len(classes.names)
        table = np.array([index.get(normal(label_text(value)), last) for value in column.values] + [last], np.int64)
        codes: Ints = table[column.codes]
        return codes

    def _check_outside(self, name: str, outside: Sequence[int], classes: ClassList, present: Bools) -> None:
        """No label may be outside declared classes, and not most predictions outside the classes of the truth."""
        if classes.declared or name == self.roles.truth:
            raise self._unknown_label(name, outside, classes)
        rows = self.tally.rows[present]
        others, total = outside_labels(self._columns[name].take(present), rows, classes), int(rows.sum())
        lost = sum(each.count for each in others)
        if lost > HALF * total:
            labels = [each.label for each in others]
            raise ClassError.most_outside(name, self.tally.origin, (lost, total), labels, classes.names)

    def _unknown_label(self, name: str, outside: Sequence[int], classes: ClassList) -> ClassError:
        column, origin = self._columns[name], self.tally.origin
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
        spellings = {whole(label_text(value)) for name in self._label_columns for value in self._columns[name].values}
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
