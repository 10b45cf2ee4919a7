"""Every error Mercalli raises on purpose.

MercalliError
├── InputError            the data cannot be evaluated as asked
│   ├── ColumnError       a column is not there, or named for two roles
│   ├── LengthError       columns of unequal length
│   ├── EmptyError        no rows
│   ├── MissingError      missing truths, predictions, weights or units
│   ├── ClassError        a label outside the declared classes
│   ├── WeightError       negative or non-finite weights
│   ├── SystemNameError   two systems under one name
│   ├── JoinError         files that do not speak of the same items
│   └── FileError         a file that is absent, cut off, or not what its name says
├── ProfileError          a profile that contradicts itself
├── MetricError           an unknown metric or option
├── SettingError          a setting outside its range
├── GateError             a gate that cannot be tested
├── ResultError           a result file that is broken or was changed
└── ExtraError            an optional part that is not installed

Each text says what was expected, what was found (the first three), where, and what to do.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

SHOWN = 3


def shown(values: Iterable[object], *, limit: int = SHOWN) -> str:
    """The first few values, quoted, and how many more there are.

    >>> shown(["fire", "flod", "quake", "storm"])
    "'fire', 'flod', 'quake' and 1 more"
    """
    every = [repr(value) for value in values]
    rest = len(every) - limit
    return ", ".join(every[:limit]) + (f" and {rest} more" if rest > 0 else "")


def suggestion(found: str, known: Iterable[str]) -> str:
    """A "did you mean" sentence, or nothing.

    >>> suggestion("flod", ["flood", "fire"])
    " Did you mean 'flood'?"
    """
    close = get_close_matches(found, list(known), n=1)
    return f" Did you mean {close[0]!r}?" if close else ""


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "row"), counted(1200, "row")
    ('1 row', '1,200 rows')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def capital(text: str) -> str:
    """As a sentence begins.

    >>> capital("the arrays")
    'The arrays'
    """
    return text[:1].upper() + text[1:]


class MercalliError(Exception):
    """Anything Mercalli refuses to do; the text says why and what to do."""


class InputError(MercalliError):
    """The data cannot be evaluated as asked."""

    @classmethod
    def not_a_label(cls, found: object) -> Self:
        """A value that cannot be a label, unit or slice."""
        return cls(f"Labels, units and slices must be text or numbers; found {found!r} ({type(found).__name__}).")

    @classmethod
    def taken(cls, names: Sequence[str]) -> Self:
        """One name for two parts."""
        twice = next(name for name in names if names.count(name) > 1)
        return cls(
            f"The name {twice!r} is used twice among the truth, weight, unit, systems and slices. Rename one of them."
        )

    @classmethod
    def too_many_slices(cls, columns: Sequence[str], found: int, limit: int) -> Self:
        """A column of ids or times where slices were expected."""
        return cls(
            f"Slicing by {' and '.join(map(repr, columns))} makes {found:,} slices; more than {limit:,} are taken for "
            f"a mistake. Slice by something coarser, such as a day or a region."
        )

    @classmethod
    def not_a_column(cls, name: str, found: str) -> Self:
        """Something else than one value per item."""
        return cls(f"{name!r} must be an array or list with one value per item; found {found}.")

    @classmethod
    def not_data(cls, found: object) -> Self:
        """Something that is no table."""
        return cls(
            f"Data must be a data frame, a dict of arrays, or the path of a file; found {type(found).__name__}. "
            f"Frames of pandas, polars, pyarrow, DuckDB, PySpark and dask are read."
        )


class ColumnError(InputError):
    """A column is not there, or named for two roles."""

    @classmethod
    def unknown(cls, name: str, available: Sequence[str], origin: str, why: str = "") -> Self:
        """No such column; lists the ones there are."""
        columns = ", ".join(repr(column) for column in available)
        there = f"Its columns are: {columns}." if columns else "It has no columns."
        return cls(f"There is no column {name!r} in {origin}.{why}{suggestion(name, available)} {there}")

    @classmethod
    def own_truth(cls, name: str) -> Self:
        """The truth named as a prediction."""
        return cls(
            f"{name!r} is named both as the truth and as a prediction, which would always be right. Name another."
        )

    @classmethod
    def ambiguous(cls, role: str, candidates: Sequence[str], origin: str) -> Self:
        """Several columns could play a part."""
        listed = ", ".join(repr(column) for column in candidates)
        return cls(f"{origin} has several columns that could be the {role}: {listed}. Say which with --{role} NAME.")

    @classmethod
    def likely(cls, error: ColumnError, columns: Sequence[str]) -> Self:
        """The same, with the columns that hold labels of the truth."""
        return cls(f"{error} Of these, labels of the truth are in: --pred {','.join(columns)}")

    @classmethod
    def not_found(cls, role: str, names: Sequence[str], available: Sequence[str], origin: str) -> Self:
        """No column has one of the usual names."""
        columns = ", ".join(repr(column) for column in available)
        return cls(
            f"{origin} has no column with a usual name for the {role} ({', '.join(names[:4])}, ...). "
            f"Say which it is with --{role} NAME. Its columns are: {columns}."
        )

    @classmethod
    def not_named(cls, role: str, found: object) -> Self:
        """Something else than a name was given where the data is a table."""
        return cls(
            f"`{role}` must be the name of a column because a table was given as data; found {type(found).__name__}. "
            f"Give the name, or leave the data out and pass arrays for every role."
        )

    @classmethod
    def not_given(cls, role: str) -> Self:
        """A role that was left out."""
        return cls(f"`{role}` was not given. Name its column, or pass its values as an array.")

    @classmethod
    def several_arrays(cls) -> Self:
        """A list of arrays, which have no names."""
        return cls("`pred` is a list of several arrays. Pass several systems as a dict name -> array.")

    @classmethod
    def unnamed_source(cls, role: str, name: object) -> Self:
        """A name was given where there is no table."""
        return cls(
            f"`{role}` is {name!r}, but there is no table to look that column up in. "
            f"Give the table first, as in evaluate(data, {role}={name!r}, ...), or pass an array."
        )

    @classmethod
    def not_numeric(cls, name: str, found: str, where: str, origin: str) -> Self:
        """A weight column that holds no numbers."""
        return cls(f"The weight column {name!r} of {origin} must hold numbers; found {found}{where}.")


class LengthError(InputError):
    """Columns of unequal length."""

    @classmethod
    def unequal(cls, lengths: Sequence[tuple[str, int]]) -> Self:
        """Names each column with its length."""
        found = ", ".join(f"{name} has {length:,}" for name, length in lengths)
        return cls(
            f"All columns must have the same number of rows; found: {found}. Check that they come from the same items."
        )

    @classmethod
    def columns(cls, classes: int, found: int) -> Self:
        """A table that is not as wide as it has classes."""
        return cls(
            f"A table of {classes} classes must have {classes} columns, or {classes + 1} with one for invalid "
            f"predictions; found {found}."
        )


class EmptyError(InputError):
    """No rows."""

    @classmethod
    def no_rows(cls, origin: str) -> Self:
        """The source has no rows at all."""
        have, them = ("have", "them") if origin.endswith("arrays") or "' and " in origin else ("has", "it")
        return cls(f"{capital(origin)} {have} no rows, so there is nothing to evaluate. Check what made {them}.")

    @classmethod
    def all_dropped(cls, origin: str, dropped: int) -> Self:
        """Every row had a missing truth or prediction."""
        every = "The only row" if dropped == 1 else f"Every one of the {dropped:,} rows"
        return cls(
            f"{every} of {origin} lacks a truth or a prediction, so nothing is left to evaluate. "
            f"Check that the right columns were named."
        )


class MissingError(InputError):
    """Missing truths, predictions, weights or units."""

    @classmethod
    def labels(cls, role: str, rows: int, origin: str, where: str) -> Self:
        """A truth or prediction is missing."""
        return cls(
            f"{_rows_lack(rows, origin)} {role}{where}. "
            f'Fill in what is missing, or pass missing="drop" to leave such rows out and have their number reported.'
        )

    @classmethod
    def values(cls, role: str, rows: int, origin: str) -> Self:
        """A weight or unit is missing."""
        return cls(
            f"{_rows_lack(rows, origin)} {role}. Every row needs one: fill in what is missing or remove such rows."
        )


def _rows_lack(rows: int, origin: str) -> str:
    return f"1 row of {origin} has no" if rows == 1 else f"{rows:,} rows of {origin} have no"


class ClassError(InputError):
    """A label outside the declared classes."""

    @classmethod
    def unknown_truth(cls, found: Sequence[str], rows: int, *, classes: Sequence[str], origin: str, where: str) -> Self:
        """Truth labels nobody declared."""
        hint = suggestion(found[0], classes)
        return cls(
            f"{counted(rows, 'row')} of {origin} {'has' if rows == 1 else 'have'} a truth outside "
            f"the {len(classes)} declared classes: "
            f"{shown(found)}{where}.{hint} The classes are: {', '.join(classes)}. "
            f"Correct the labels, add an alias to the profile, or pass "
            f'unknown="default" to give such classes the profile\'s default weight.'
        )

    @classmethod
    def unknown_pred(
        cls, system: str, found: Sequence[str], rows: int, *, classes: Sequence[str], origin: str, where: str
    ) -> Self:
        """Predictions nobody declared."""
        hint = suggestion(found[0], classes)
        return cls(
            f"{counted(rows, 'prediction')} of {system!r} in {origin} "
            f"{'is' if rows == 1 else 'are'} outside the {len(classes)} declared classes: "
            f"{shown(found)}{where}.{hint} The classes are: {', '.join(classes)}. Correct them, or pass "
            f'invalid="wrong" to count them as wrong in a column of their own.'
        )

    @classmethod
    def not_in_profile(cls, found: Sequence[str], profile: str, classes: Sequence[str]) -> Self:
        """Declared classes for which the profile has no weights."""
        return cls(
            f"The profile {profile!r} has no class {shown(found)}.{suggestion(found[0], classes)} "
            f"Its classes are: {', '.join(classes)}. Use their names, or a profile of your own."
        )

    @classmethod
    def unknown_positive(cls, found: str, classes: Sequence[str]) -> Self:
        """A positive class that is none of the classes."""
        hint = suggestion(found, classes)
        return cls(
            f"`positive` must be one of the classes; found {found!r}.{hint} The classes are: {', '.join(classes)}."
        )

    @classmethod
    def same_spelling(cls, first: str, second: str, normal: str) -> Self:
        """Two declared classes that matching cannot tell apart."""
        return cls(
            f"The classes {first!r} and {second!r} are the same after normalisation ({normal!r}), so labels "
            f"could not be told apart. Rename one of them."
        )

    @classmethod
    def too_many(cls, found: int, limit: int, column: str, origin: str) -> Self:
        """A column of ids or texts where classes were expected."""
        return cls(
            f"{column} of {origin} has {found:,} different values; more than {limit:,} classes are taken for ids "
            f"or texts. Name the column that holds labels, or declare the classes."
        )

    @classmethod
    def differ(cls, first: Sequence[str], second: Sequence[str]) -> Self:
        """Two tables over different classes."""
        return cls(
            f"Tables can be merged only over the same classes in the same order; "
            f"found {shown(first)} against {shown(second)}."
        )

    @classmethod
    def no_name(cls) -> Self:
        """A class without a name."""
        return cls("A class has an empty name. Name every class.")

    @classmethod
    def twice(cls, name: str, spellings: Sequence[str]) -> Self:
        """Two declared classes that a profile knows as one."""
        return cls(f"{shown(spellings)} are names of one class of the profile, {name!r}. List it once.")

    @classmethod
    def too_few(cls, found: int) -> Self:
        """Fewer than two classes."""
        return cls(f"A classification needs at least two classes; {found} declared.")


class WeightError(InputError):
    """Negative or non-finite weights."""

    @classmethod
    def outside(cls, found: float, origin: str, where: str = "") -> Self:
        """Some weight is below zero, NaN or infinite."""
        return cls(
            f"Weights must be finite and at least 0; found {found:g} in {origin}{where}. Correct or remove those rows."
        )

    @classmethod
    def too_large(cls, origin: str) -> Self:
        """Weights whose squares overflow."""
        return cls(f"The weights in {origin} are too large to be squared. Divide them all by the same number.")

    @classmethod
    def all_zero(cls, origin: str) -> Self:
        """Nothing has any weight."""
        return cls(f"All weights in {origin} are 0, so nothing counts. Give at least one row a positive weight.")


class SystemNameError(InputError):
    """Two systems under one name."""

    @classmethod
    def duplicate(cls, name: str) -> Self:
        """The name that occurs twice."""
        return cls(
            f"Two systems are both named {name!r}. Each needs its own name: rename a column, "
            f"or pass a dict name -> column."
        )

    @classmethod
    def unknown(cls, name: str, known: Sequence[str]) -> Self:
        """No system of that name."""
        return cls(f"There is no system named {name!r}.{suggestion(name, known)} There are: {', '.join(known)}.")

    @classmethod
    def no_pair(cls, first: str, second: str, known: Sequence[tuple[str, str]]) -> Self:
        """No such pair, or the other way round."""
        pairs = ", ".join(f"{one!r} and {two!r}" for one, two in known)
        return cls(f"There is no pair of {first!r} and {second!r} in this order. Pairs: {pairs}.")

    @classmethod
    def none(cls) -> Self:
        """No system at all."""
        return cls(
            "There is no system to evaluate: `pred` names no column. Pass the column that holds the predictions."
        )

    @classmethod
    def too_few(cls, found: int) -> Self:
        """A comparison of one."""
        return cls(f"A comparison needs at least two systems; found {found}. Pass pred=[first, second, ...].")


class JoinError(InputError):
    """Files that do not speak of the same items."""

    @classmethod
    def repeated(cls, origin: str, key: str, found: Sequence[object]) -> Self:
        """A key that is missing or stands twice."""
        return cls(
            f"{key!r} must name each item of {origin} once. Missing, or there more than once: {shown(found)}. "
            f"Remove the repetitions, or name another column with --id."
        )

    @classmethod
    def unmatched(cls, origin: str, other: str, key: str, found: Sequence[object]) -> Self:
        """Items that only one file has."""
        return cls(
            f"Items of {origin} that are not in {other} (by {key!r}): {shown(found)}. "
            f"Systems are compared on the same items: leave out what one of them lacks."
        )

    @classmethod
    def truths(cls, origin: str, other: str, key: str, found: Sequence[object]) -> Self:
        """The same item with two truths."""
        return cls(
            f"{origin} and {other} disagree on the truth of {counted(len(found), 'item')} (by {key!r}): "
            f"{shown(found)}. "
            f"Both must be judged by the same truth."
        )

    @classmethod
    def by_row(cls, origin: str, other: str, counts: Sequence[int], differing: int) -> Self:
        """Rows that do not correspond."""
        return cls(
            f"{origin} ({counted(counts[0], 'row')}) and {other} ({counted(counts[1], 'row')}) have no id column in "
            f"common and their truths differ in {counted(differing, 'row')}, so rows cannot be matched. "
            f"Name a common column with --id."
        )


CSV_LINE = r"CSV Error on Line: (\d+)\n.*"
COLUMNS = " where the header has {2}. Correct it: a value that holds the delimiter or a line break must be in quotes."
NOT_TEXT = (
    "Line {1} of {0} is not {2} text. If it was saved by a spreadsheet, try --encoding latin-1 "
    "(encoding='latin-1' in Python); else save it as UTF-8."
)
OPEN_QUOTE = "Line {1} of {0} opens a quote that is never closed. Close it, or double a quote that is meant as such."
DAMAGED = "{0} is cut off or damaged: {1}. Copy it or make it again, or correct its ending."
# What DuckDB says, and what we say: {0} is the file, {1} and so on are the groups of the pattern.
ENGINE_SAYS = (
    (CSV_LINE + r"Number of Columns: (\d+) Found: 1\n", "Line {1} of {0} has 1 column" + COLUMNS),
    (CSV_LINE + r"Number of Columns: (\d+) Found: (\d+)", "Line {1} of {0} has {3} columns" + COLUMNS),
    (CSV_LINE + "unterminated quote", OPEN_QUOTE),
    (CSV_LINE + "Invalid unicode .* is not (utf-8)", NOT_TEXT),
    ("state machine", "{0} has a stray line break. Put values that hold one in quotes, and end all lines alike."),
    (CSV_LINE + "Maximum line size", "Line {1} of {0} is too long. Check that every quote on it is closed."),
    (r"not support the encoding: \"(.*?)\"", "{0} can be read as utf-8, latin-1 or utf-16, not as {1}. Save it so."),
    (r"(\d+): Object .* has duplicate key \"(.*?)\"", "Row {1} of {0} has the key '{2}' twice. Remove one."),
    (r"(\d+): Expected OBJECT", 'Row {1} of {0} is not an object, as in {{"truth": ...}}. Correct or remove it.'),
    ("magic bytes|too small to be", DAMAGED.format("{0}", "it does not end as Parquet does")),
    (
        "TProtocol|TType|orrupted|Out of buffer|know what type|bit width|Footer|ecompress|GZIP|nvalid string encoding"
        "|Failed to read (?:Parquet )?file|Could not read (?:enough bytes )?from file|Varint",
        DAMAGED.format("{0}", "its content does not make sense"),
    ),
)


class FileError(InputError):
    """A file that is absent, cut off, or not what its name says."""

    @classmethod
    def absent(cls, path: str) -> Self:
        """No file matches."""
        return cls(f"No file matches {path!r}. Check the spelling and the folder you are in.")

    @classmethod
    def folder(cls, path: str, instead: str) -> Self:
        """A folder where a file is wanted."""
        return cls(f"{path!r} is a folder. Give {instead}.")

    @classmethod
    def kinds(cls, endings: Iterable[str]) -> Self:
        """Files that do not go together."""
        return cls(f"The files are of several kinds ({', '.join(endings)}). Give one kind at a time.")

    @classmethod
    def kind(cls, path: str, kinds: Iterable[str]) -> Self:
        """An ending nobody reads."""
        return cls(f"The kind of {path!r} cannot be told from its name. Endings that are read: {', '.join(kinds)}.")

    @classmethod
    def unreadable(cls, path: str, kind: str, reason: str) -> Self:
        """The reader gave up."""
        return cls(
            f"{path!r} cannot be read as {kind}: {reason} Check that the file is whole and has the right ending."
        )

    @classmethod
    def unopened(cls, path: str, kind: str, error: OSError | ValueError) -> Self:
        """The system gave up, or found no text."""
        text = "it is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else getattr(error, "strerror", error)
        return cls.unreadable(path, kind, f"{text}.")

    @classmethod
    def damaged(cls, path: str, reason: str) -> Self:
        """A packed file that is not whole."""
        return cls(DAMAGED.format(repr(path), reason))

    @classmethod
    def not_text(cls, path: str, encoding: str, line: int) -> Self:
        """Bytes that are no text in the encoding."""
        return cls(NOT_TEXT.format(repr(path), line, encoding))

    @classmethod
    def not_json(cls, path: str, line: int) -> Self:
        """Text that is no JSON; where already the first line is none, objects may go over several lines."""
        if line == 1:
            return cls(f"{path!r} holds neither whole JSON objects nor one whole list of them. Make it again.")
        return cls(f"Line {line} of {path!r} is not a whole JSON object. Complete or remove it.")

    @classmethod
    def no_objects(cls, path: str) -> Self:
        """JSON without any object."""
        return cls(f'{path!r} holds no rows: each line must be an object, as in {{"truth": ...}}.')

    @classmethod
    def encoding(cls, found: str) -> Self:
        """An encoding nobody knows."""
        return cls(f"There is no text encoding named {found!r}. Usual ones are utf-8, latin-1 and utf-16.")

    @classmethod
    def holds_others(cls, path: str, names: Sequence[str]) -> Self:
        """A report folder into which somebody put files of their own."""
        return cls(
            f"{path!r} also holds {shown(names)}, so it is not replaced. Move that away, or give another folder."
        )

    @classmethod
    def exists(cls, path: str) -> Self:
        """A folder that is there already."""
        return cls(f"{path!r} exists already. Give another folder, or --overwrite to replace it.")

    @classmethod
    def foreign(cls, path: str) -> Self:
        """A folder that holds something else than a report."""
        return cls(f"{path!r} holds no report of ours (no result.json), so it is not replaced. Give another folder.")

    @classmethod
    def engine_only(cls, engine: str) -> Self:
        """Something that one engine alone can do."""
        return cls(f"Files are joined by {engine} only. Leave --engine out, or put the predictions into one file.")

    @classmethod
    def unwritable(cls, path: str, error: OSError | ValueError | str) -> Self:
        """A place where nothing can be written."""
        return cls(
            f"{path!r} cannot be written: {getattr(error, 'strerror', error)}. "
            f"Give another path, in a folder that exists and that you may write to."
        )

    @classmethod
    def engine(cls, origin: str, kind: str, text: str) -> Self:
        """What the engine that read a file said, in our words where they are known; `origin` has its quotes already."""
        for pattern, words in ENGINE_SAYS:
            if found := re.search(pattern, text, re.DOTALL):
                return cls(capital(words.format(_file_in(text) or origin, *found.groups())))
        first = re.sub(r"^[\w ]+(Error|Exception): ", "", text.strip()).split("\n", maxsplit=1)[0].rstrip(". ")
        return cls(f"{capital(origin)} cannot be read as {kind}: {first}. Check that it is whole.")

    @classmethod
    def no_header_line(cls, path: str) -> Self:
        """Nothing where the columns should be named."""
        return cls(f"{path!r} has no header line. Its first line must name the columns, as in truth,pred.")

    @classmethod
    def no_header(cls, path: str, reason: str) -> Self:
        """A header that names no usable columns."""
        return cls(f"The first line of {path!r} must name the columns; {reason}")

    @classmethod
    def open_quote(cls, path: str, line: int) -> Self:
        """A quote without its end."""
        return cls(OPEN_QUOTE.format(repr(path), line))

    @classmethod
    def alike(cls, path: str, first: str, second: str) -> Self:
        """Two columns of one name, or nearly so."""
        if first == second:
            return cls(f"{path!r} has two columns named {first!r}. Rename one.")
        return cls(f"The columns {first!r} and {second!r} of {path!r} differ only in case. Rename one.")


def _file_in(text: str) -> str | None:
    """The file that DuckDB speaks of, where it reads several."""
    found = re.findall(r'(?:\n  file = |in file ")([^"\n]+)', text)
    return repr(re.split(r"[\\/]", found[-1])[-1]) if found else None


class ProfileError(MercalliError):
    """A profile that contradicts itself."""

    @classmethod
    def at(cls, origin: str, line: int | None, problem: str) -> Self:
        """A mistake with its line."""
        place = f"line {line} of {origin}" if line is not None else origin
        return cls(f"{problem[:1].upper()}{problem[1:]} ({place})")

    @classmethod
    def unknown(cls, name: str, known: Sequence[str]) -> Self:
        """No profile of that name."""
        return cls(
            f"There is no profile named {name!r}.{suggestion(name, known)} "
            f"Profiles that come along: {', '.join(known)}. "
            f"Give one of them or the path of a .toml file."
        )


class MetricError(MercalliError):
    """An unknown metric or option."""

    @classmethod
    def unknown(cls, name: str, known: Sequence[str]) -> Self:
        """No metric of that name."""
        return cls(f"There is no metric named {name!r}.{suggestion(name, known)} Known metrics: {', '.join(known)}.")

    @classmethod
    def elsewhere(cls, error: MetricError, homes: Mapping[str, str]) -> MetricError:
        """The same, with the profiles to which the metrics belong."""
        hints = "".join(f" {metric!r} belongs to the profile {home!r}: ask for it." for metric, home in homes.items())
        return cls(f"{error}{hints}") if hints and " no metric " in str(error) else error

    @classmethod
    def option(cls, metric: str, name: str, known: Sequence[str]) -> Self:
        """No option of that name."""
        options = ", ".join(known) or "none"
        return cls(f"The metric {metric!r} has no option {name!r}.{suggestion(name, known)} Its options: {options}.")

    @classmethod
    def value(cls, metric: str, option: str, found: object, expected: str) -> Self:
        """An option with a value it cannot take."""
        return cls(f"The option {option!r} of {metric!r} must be {expected}; found {found!r}.")

    @classmethod
    def unset(cls, metric: str, option: str) -> Self:
        """A required option was left out."""
        return cls(f"The metric {metric!r} needs its option {option!r}, as in {metric}({option}=...).")

    @classmethod
    def syntax(cls, text: object) -> Self:
        """Not a metric's text."""
        return cls(
            f"{text!r} does not read as a metric. Write a name, or a name with options, as in f_beta_macro(beta=2)."
        )

    @classmethod
    def per_class(cls, name: str, averages: Sequence[str]) -> Self:
        """A per-class metric where one number is wanted."""
        instead = f" Use {', '.join(averages)}." if averages else ""
        return cls(
            f"{name!r} gives one number per class, and one number is wanted here.{instead} "
            f"Per class it is always computed."
        )


class SettingError(MercalliError):
    """A setting outside its range."""

    @classmethod
    def choice(cls, name: str, found: object, choices: Iterable[str]) -> Self:
        """One of a few words was wanted."""
        return cls(f"`{name}` must be one of {', '.join(map(repr, choices))}; found {found!r}.")

    @classmethod
    def outside(cls, name: str, found: object, expected: str) -> Self:
        """A number outside its range."""
        return cls(f"`{name}` must be {expected}; found {found!r}.")


class GateError(MercalliError):
    """A gate that cannot be tested."""

    @classmethod
    def syntax(cls, text: str) -> Self:
        """Not a gate at all."""
        return cls(
            f"{text!r} does not read as a gate. Write a metric, a comparison and a number, as in dua>=0.75, "
            f"dua.low>=0.7, slice:lang.recall_macro>=0.6 or class:injured_or_dead_people.recall>=0.8."
        )

    @classmethod
    def file(cls, path: str) -> Self:
        """A gate file without gates."""
        return cls(f'{path!r} must hold a list of gates, as in: gates = ["dua>=0.75", "dua.low>=0.7"]')

    @classmethod
    def unknown_metric(cls, gate: str, metric: str, known: Sequence[str]) -> Self:
        """A metric that was not computed there."""
        hint = suggestion(metric, known)
        return cls(f"The gate {gate!r} asks for {metric!r}, which is not there.{hint} There are: {', '.join(known)}.")

    @classmethod
    def unknown_place(cls, gate: str, what: str, name: str, known: Sequence[str]) -> Self:
        """A slice or class that is not there."""
        there = f"There are: {', '.join(known)}." if known else "There are none: name columns to slice by."
        return cls(
            f"The gate {gate!r} asks for the {what} {name!r}, which is not there.{suggestion(name, known)} {there}"
        )


class ResultError(MercalliError):
    """A result file that is broken or was changed."""

    @classmethod
    def broken(cls, origin: str, reason: str) -> Self:
        """Not a result at all."""
        return cls(
            f"{capital(origin)} is not a whole Mercalli result: {reason}. "
            f"Make it again with mercalli.evaluate or mercalli.compare."
        )

    @classmethod
    def format(cls, origin: str, found: object, known: int) -> Self:
        """Written by another version."""
        return cls(f"{capital(origin)} was written in format {found}; this version reads format {known}.")

    @classmethod
    def unsealed(cls, origin: str) -> Self:
        """Nothing to tell whether it was changed."""
        return cls(f"{capital(origin)} cannot be trusted: it has no seal. Make it again from the data.")

    @classmethod
    def seal(cls, origin: str, expected: str, found: str) -> Self:
        """Content and seal disagree."""
        return cls(
            f"{capital(origin)} was changed after it was sealed: its seal says {expected}, its content gives {found}. "
            f"Do not rely on it; make it again from the data."
        )


class ExtraError(MercalliError):
    """An optional part that is not installed."""

    @classmethod
    def missing(cls, package: str, extra: str) -> Self:
        """Tells the one command that installs it."""
        return cls(f"This needs {package}, which is not installed. Run: pip install 'mercalli[{extra}]'")
