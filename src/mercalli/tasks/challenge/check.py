"""Everything that is wrong with a run, from the run and the public key alone.

Nothing here sees a truth, so no message can tell one. The command, the client and the server all call `check_run`.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from math import isfinite

from mercalli.inputs.runs import RunField, RunRule
from mercalli.tasks.challenge.errors import InvalidRunError
from mercalli.tasks.challenge.key import Item, Key
from mercalli.tasks.challenge.reader import Limits, RefusedError, lines
from mercalli.text.words import counted, cut, shown, visible

MOST_LISTED = 20
MOST_COLUMNS = LONGEST_NAME = 64
LONGEST_VALUE = 256
LONGEST_SHOWN = 40
SPARE_BYTES = 1 << 16
MOST_BYTES = 256 << 20
MOST_CLASSES = 12
LARGEST = 1e50  # what every task can still compute with
MOST_BLANK = MOST_WIDE = 1000
Row = tuple[str, ...]


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong: the rule, the line if there is one, and what is wrong and what to do, in words."""

    rule: str
    line: int | None
    says: str

    def __str__(self) -> str:
        return visible(self.says if self.line is None else f"line {self.line:,}: {self.says}")


@dataclass(frozen=True)
class Checked:
    """A run: its problems and warnings (the first of each rule), how many there are, and its predictions if valid.

    Attributes:
        rows: How many lines there are below the header, as far as it was read.
        faults: The first 20 problems of each rule.
        found: How many problems there are by rule.
        warnings: What is allowed but of no use, listed in the same way.
        warned: How many warnings there are by rule.
        predictions: Of a valid run, the predicted columns of each item, in the order of the key.
    """

    rows: int
    faults: tuple[Fault, ...]
    found: dict[str, int]
    warnings: tuple[Fault, ...] = ()
    warned: dict[str, int] = field(default_factory=dict[str, int])
    predictions: tuple[Row, ...] = ()

    @property
    def valid(self) -> bool:
        """Whether it may be scored."""
        return not self.found

    @property
    def texts(self) -> list[str]:
        """Every problem that is listed, and how many more there are of its rule."""
        return _listed(self.faults, self.found)

    @property
    def warning_texts(self) -> list[str]:
        """The same of warnings."""
        return _listed(self.warnings, self.warned)

    def checked(self, file: str) -> None:
        """Refuse a run that breaks the rules, with an error that lists what is wrong."""
        if not self.valid:
            raise InvalidRunError.problems(file, self.texts, sum(self.found.values()))


def _listed(faults: Sequence[Fault], found: dict[str, int]) -> list[str]:
    texts = []
    for rule, total in found.items():
        own = [str(each) for each in faults if each.rule == rule]
        texts += [*own, *([f"and {total - len(own):,} more of this kind ({rule})"] if total > len(own) else [])]
    return texts


def limits_for(key: Key) -> Limits:
    """No more bytes than so many lines of the longest values can need."""
    width = sum(len(name) + LONGEST_VALUE for name in key.form.columns)
    return Limits(most_bytes=min(MOST_BYTES, SPARE_BYTES + (len(key.items) + 1) * width))


def writable(text: str) -> bool:
    r"""Whether a value of a run can hold a text.

    >>> writable("Río, Uno"), writable(" a"), writable("a\nb")
    (True, False, False)
    """
    return text == text.strip() and len(text.encode()) <= LONGEST_VALUE and not set(text) & {"\n", "\r", "\0"}


def check_run(blocks: Iterable[bytes], key: Key) -> Checked:
    r"""Everything that is wrong with a run, in one pass over its bytes.

    >>> from mercalli.inputs.runs import RunForm
    >>> key = Key(RunForm(("id",), (RunField("pred", ("a", "b")),)), (("1",), ("2",)))
    >>> check_run([b"id,pred\n1,a\n2,b\n"], key).predictions
    (('a',), ('b',))
    >>> print(*check_run([b"id,pred\n1,c\n"], key).texts, sep="\n")
    line 2: pred is 'c'; it must be one of 'a', 'b'.
    The item 2 is missing: every item needs a line.
    """
    check = _Check(key)
    try:
        check.read(lines(blocks, limits_for(key)))
    except RefusedError as stop:
        check.log.add(stop.rule, stop.line, f"{stop.says} The rest was not checked.")
        return check.result(whole=False)
    return check.result(whole=check.header)


class _Log:
    """Faults by rule: the first few, and how many."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.found: dict[str, int] = {}

    def add(self, rule: str, line: int | None, says: str) -> None:
        """One more."""
        total = self.found.get(rule, 0)
        self.found[rule] = total + 1
        if total < MOST_LISTED:
            self.faults.append(Fault(rule, line, says))


class _Check:
    """One pass over the lines of a run."""

    def __init__(self, key: Key) -> None:
        self.key, self.log, self.warned = key, _Log(), _Log()
        self.seen = [0] * len(key.items)
        self.predictions: list[Row] = [()] * len(key.items)
        self.rows, self.header = 0, False
        self.places: list[int] = []
        self.tests = [(each.name, _test(each)) for each in key.form.fields]
        columns = [each.name for each in key.form.fields]
        self.rules = [(rule, columns.index(rule.field), columns.index(rule.then)) for rule in key.form.rules]

    def read(self, text: Iterator[str]) -> None:
        """The header, then every line."""
        first = next(text, None)
        if first is None or not first.strip():
            raise RefusedError("empty", f"The file has no header. Its first line must be {_header(self.key)}.", 1)
        delimiter = "\t" if "\t" in first and "," not in first else ","
        self._header(_record(first, delimiter, 1), 1)
        asked = len(self.key.items)
        for line, record in _records(text, delimiter, MOST_BLANK + 2 * asked):
            self.rows += 1
            if self.rows > asked + 1:
                says = f"There are more lines than the {counted(asked, 'item')} that were asked for."
                raise RefusedError("too_many", says, line)
            self._row(record, line)

    def _header(self, names: Sequence[str], line: int) -> None:
        if len(names) > MOST_COLUMNS or any(len(name) > LONGEST_NAME for name in names):
            says = f"A header may have at most {MOST_COLUMNS} names of at most {LONGEST_NAME} characters."
            raise RefusedError("header", says, line)
        wanted = self.key.form.columns
        twice = [name for name in wanted if names.count(name) > 1]
        lacking = [name for name in wanted if name not in names]
        others = [name for name in names if name not in wanted]
        if twice or lacking or others:
            raise RefusedError("header", _misnamed(self.key, twice, lacking, others), line)
        self.places = [names.index(name) for name in wanted]
        self.header = True

    def _row(self, record: Sequence[str], line: int) -> None:
        if len(record) != len(self.places):
            many = f"more than {MOST_COLUMNS} values" if len(record) > MOST_COLUMNS else counted(len(record), "value")
            self.log.add("width", line, f"The line has {many} where the header has {len(self.places)}.")
            if self.log.found["width"] >= MOST_WIDE:
                raise RefusedError("width", f"{MOST_WIDE:,} lines have another number of values than the header.", line)
            return
        values = tuple(record[place] for place in self.places)
        if any(len(value.encode()) > LONGEST_VALUE for value in values):
            self.log.add("long_value", line, f"A value has more than {LONGEST_VALUE} bytes.")
            return
        size = len(self.key.form.ids)
        place = self._place(values[:size], line)
        row = values[size:]
        if self._values(row, line) and place is not None:
            self.predictions[place] = row

    def _place(self, item: Item, line: int) -> int | None:
        """Where an item stands; it must be asked for, and have one line."""
        place = self.key.places.get(item)
        if place is None:
            self.log.add("unexpected", line, f"The item {_item(item)} was not asked for.{self._hint(item)}")
        elif self.seen[place]:
            self.log.add(
                "duplicate", line, f"The item {_item(item)} is repeated; it is first on line {self.seen[place]:,}."
            )
        else:
            self.seen[place] = line
            return place
        return None

    def _hint(self, item: Item) -> str:
        """What an id that is a number would be as it is asked for."""
        plain = tuple(_canonical(part) for part in item)
        return f" Write it as {_item(plain)}." if plain != item and plain in self.key.places else ""

    def _values(self, row: Row, line: int) -> bool:
        good = True
        for value, (name, test) in zip(row, self.tests, strict=True):
            expected = test(value)
            if expected:
                self.log.add("value", line, f"{name} is {_shown(value)}; it must be {expected}.")
                good = False
        for rule, if_at, then_at in self.rules if good else ():
            if row[if_at] == rule.value and row[then_at] not in rule.values:
                (self.warned if rule.warns else self.log).add(rule.name, line, _broken(rule, row[then_at]))
        return good

    def result(self, *, whole: bool) -> Checked:
        """What was found; items without a line are missing if the file was read to its end."""
        if whole:
            for item, line in zip(self.key.items, self.seen, strict=True):
                if not line:
                    self.log.add("missing", None, f"The item {_item(item)} is missing: every item needs a line.")
        predictions = () if self.log.found else tuple(self.predictions)
        found = (tuple(self.log.faults), self.log.found, tuple(self.warned.faults), self.warned.found)
        return Checked(self.rows, *found, predictions)


def _records(text: Iterator[str], delimiter: str, most: int) -> Iterator[tuple[int, list[str]]]:
    """Lines that hold something, with their numbers; a file that goes on for ever with empty ones is refused."""
    for number, line in enumerate(text, 2):
        if number > most:
            raise RefusedError("too_many", "There are more empty lines than a run can need.", number)
        if line.strip():
            yield number, _record(line, delimiter, number)


def _record(line: str, delimiter: str, number: int) -> list[str]:
    """The values of a line, without blanks around; a value may not go on in the next line."""
    if '"' not in line:
        return [value.strip() for value in line.split(delimiter, MOST_COLUMNS)]
    try:
        (record,) = csv.reader([line], delimiter=delimiter, strict=True, skipinitialspace=True)
    except (csv.Error, ValueError):
        says = "A value in quotes has no end on its line, or something follows its closing quote."
        raise RefusedError("quotes", says, number) from None
    return [value.strip() for value in record]


def _test(field: RunField) -> Callable[[str], str]:
    """From a value to what it must be; nothing for one that is good."""
    if not field.values:
        return _number_test(field)
    known, expected = frozenset(field.values), f"one of {shown(field.values, limit=MOST_CLASSES)}"
    if not field.separator:
        return lambda value: "" if value in known else expected
    several = f"{expected}, or several with {field.separator!r} between them"

    def of_set(value: str) -> str:
        parts = [part.strip() for part in value.split(field.separator)] if value else []
        return "" if known.issuperset(parts) and len(set(parts)) == len(parts) else several

    return of_set


def _number_test(field: RunField) -> Callable[[str], str]:
    low, high = field.lowest, field.highest
    ends = "" if low is None or high is None else f" from {low:g} to {high:g}"
    expected = f"a finite number{ends}, as in 0.5"

    def of_number(value: str) -> str:
        try:
            number = float(value)
        except ValueError:
            return expected
        if isfinite(number) and abs(number) > LARGEST:
            return f"at most {LARGEST:g} in size"
        inside = (low is None or number >= low) and (high is None or number <= high)
        return "" if isfinite(number) and inside and "_" not in value and value.isascii() else expected

    return of_number


def _canonical(text: str) -> str:
    """A whole number as it is usually written: without zeros before it, or a decimal point."""
    whole = text.partition(".")[0] if text.rstrip("0").endswith(".") else text
    return whole.lstrip("0") or "0" if whole.isdecimal() and whole.isascii() else text


def _item(item: Item) -> str:
    return ", ".join(cut(part, LONGEST_SHOWN) or "''" for part in item) if len(item) == 1 else f"({_joined(item)})"


def _joined(item: Item) -> str:
    return ", ".join(cut(part, LONGEST_SHOWN) or "''" for part in item)


def _shown(value: str) -> str:
    return repr(cut(value, LONGEST_SHOWN)) if value else "empty"


def _broken(rule: RunRule, found: str) -> str:
    allowed = shown(rule.values, limit=MOST_CLASSES)
    must = "should" if rule.warns else "must"
    return f"{rule.then} is {_shown(found)} where {rule.field} is {rule.value}; it {must} be {allowed}."


def _header(key: Key) -> str:
    return ",".join(key.form.columns)


def _misnamed(key: Key, twice: Sequence[str], lacking: Sequence[str], others: Sequence[str]) -> str:
    parts = (("repeated", twice), ("missing", lacking), ("unknown", others))
    found = "; ".join(
        f"{word}: {shown([cut(each, LONGEST_SHOWN) for each in names])}" for word, names in parts if names
    )
    close = get_close_matches(lacking[0], others, n=1) if lacking else []
    hint = f" Call {close[0]!r} {lacking[0]!r}." if close and len(close[0]) <= LONGEST_SHOWN else ""
    return f"The header must be {_header(key)}. Found {found}.{hint}"
