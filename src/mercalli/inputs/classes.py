"""The declared classes and how a label is matched to one of them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from unicodedata import normalize

import numpy as np

from mercalli.errors import ClassError, SettingError
from mercalli.inputs.tally import MISSING_WORDS
from mercalli.text.words import counted, cut, shown

QUOTES = "\"'`\u2018\u2019\u201c\u201d"
FEWEST_CLASSES = 2
BLANKS = "".join(filter(str.isspace, map(chr, range(0x3001))))  # all there are
WHOLE = re.compile(r"-?(0)\.0+|(-?\d+)\.0+")
YES_AND_NO, ONE_AND_ZERO = {"true", "false"}, {"1", "0"}
CODE = re.compile(r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]")  # a control code that is no blank
ENDLESS = {"Infinity", "-Infinity"}  # numbers that JSON lines of some programs hold
LONGEST_NAME = 60
ENDS_OF_A_RANGE = 2


def label_text(value: object) -> str:
    """A label as text: whole floats without their point, bytes decoded, blanks around it removed.

    >>> label_text(3.0), label_text(np.int8(3)), label_text(" fire "), label_text(b"fire")
    ('3', '3', 'fire', 'fire')
    """
    if isinstance(value, bytes):
        value = value.decode("utf-8", "replace")
    if isinstance(value, float | np.floating) and float(value).is_integer():
        value = int(value)
    return str(value).strip()


def labels_listed(asked: object) -> list[str]:
    """One label or several, as texts.

    >>> labels_listed("fire"), labels_listed(2), labels_listed([1, "fire"])
    (['fire'], ['2'], ['1', 'fire'])
    """
    several = asked if isinstance(asked, Iterable) and not isinstance(asked, str | bytes) else [asked]
    return [label_text(label) for label in several]


def whole(label: str) -> str:
    """A whole number without the point and the zeros that files and frames of floats write after it.

    >>> whole("3.0"), whole("-2.00"), whole("3.5"), whole("v3.0")
    ('3', '-2', '3.5', 'v3.0')
    """
    number = WHOLE.fullmatch(label)
    return label if number is None else number[1] or number[2]


def normal(label: str) -> str:
    """The form in which labels are matched.

    Neither case nor the way in which an accent is composed counts; runs of blanks, hyphens and underscores are one
    underscore; quotes around the label and a full stop after it are dropped, as language models write them. A whole
    number is one however many zeros follow its point.

    >>> normal('"Caution and-advice".'), normal("1.0")
    ('caution_and_advice', '1')
    """
    bare = label.rstrip(BLANKS + QUOTES + ".").lstrip(BLANKS + QUOTES)
    return re.sub(r"[\s_-]+", "_", whole(normalize("NFC", bare or label.strip())).casefold())


@dataclass(frozen=True)
class ClassList:
    """Ordered class names, other spellings that mean one of them, and values of the data that stand for one."""

    names: tuple[str, ...]
    aliases: Mapping[str, str] = field(default_factory=dict[str, str])
    values: Mapping[str, str] = field(default_factory=dict[str, str])
    declared: bool = True

    @classmethod
    def check(cls, names: object, aliases: Mapping[str, str] | None = None) -> ClassList:
        """Classes from a sequence of names, or from a dict value-in-the-data -> name.

        >>> ClassList.check({0: "calm", 1: "urgent"}).code("1")
        1
        """
        if isinstance(names, str) or not isinstance(names, Iterable):
            raise SettingError.outside("classes", names, "a sequence of class names or a dict value -> name")
        values = _values(names) if isinstance(names, Mapping) else {}
        listed = tuple(dict.fromkeys(values.values())) if values else tuple(label_text(name) for name in names)
        if len(listed) < FEWEST_CLASSES:
            raise ClassError.too_few(len(listed))
        _reject_same_spelling(listed)
        for name in listed:
            check_name(name)
        return cls(listed, dict(aliases or {}), values)

    @classmethod
    def inferred(cls, labels: Iterable[str]) -> ClassList:
        """The classes that occur, numbers in numeric order; of several spellings the first names the class.

        >>> ClassList.inferred(["10", "9.0", "nine", "Nine"]).names
        ('9', '10', 'nine')
        """
        spelling: dict[str, str] = {}
        for label in labels:
            check_name(label)
            spelling.setdefault(normal(label), whole(label))
        reject_two_ways(spelling.values())
        return cls(tuple(sorted(spelling.values(), key=_numbers_first)), declared=False)

    @cached_property
    def index(self) -> dict[str, int]:
        """Normal form -> position; values of the data come before names, and names before aliases."""
        position = {normal(name): code for code, name in enumerate(self.names)}
        means = {**self.aliases, **dict(zip(self.names, self.names, strict=True)), **self.values}
        return {normal(spelling): position[normal(name)] for spelling, name in means.items()}

    def code(self, label: str) -> int | None:
        """The position of the class that a label means, if any."""
        return self.index.get(normal(label))

    @cached_property
    def missing_words(self) -> frozenset[str]:
        """Words that mean that nothing is there: all but those that are classes.

        >>> sorted(MISSING_WORDS - ClassList(("none", "fire")).missing_words)
        ['none']
        """
        return words_beside(self.index)

    def states(self, label: str) -> bool:
        """Whether a spelling was declared, so that matching it is no surprise."""
        return label in self.aliases or label in self.values

    def extended(self, names: Iterable[str]) -> ClassList:
        """The same classes and some more at the end."""
        return replace(self, names=(*self.names, *ClassList.inferred(names).names))


def words_beside(classes: Iterable[str]) -> frozenset[str]:
    """Words that mean that a label is missing: all but those that name a class.

    >>> sorted(MISSING_WORDS - words_beside(["None", "fire"]))
    ['none']
    """
    named = {normal(name) for name in classes}
    return frozenset(word for word in MISSING_WORDS if normal(word) not in named)


def _values(given: Mapping[object, object]) -> dict[str, str]:
    """Values of the data as text -> class names, refused where two values cannot be told apart."""
    values = {label_text(value): label_text(name) for value, name in given.items()}
    _reject_same_spelling(values)
    return values


def check_name(label: str) -> None:
    """Refuse what names no class: a control code, a number without end, and a list or an object of JSON."""
    if why := _no_name(label):
        raise ClassError.about(f"the label {cut(label, LONGEST_NAME)!r}", why)


def check_names(
    column: str, values: Iterable[object], origin: str, where: Callable[[str, Sequence[object]], str]
) -> None:
    """The same for the labels of a column; `where(column, values)` tells at which rows they stand."""
    strange = [value for value in values if _no_name(label_text(value)) is not None]
    if strange:
        first = label_text(strange[0])
        problem = f"holds {cut(first, LONGEST_NAME)!r}{where(column, strange)}, which {_no_name(first)}"
        raise ClassError.in_column(column, origin, problem)


def _no_name(label: str) -> str | None:
    """Why a label names no class, and what to do; nothing if it may."""
    if CODE.search(label):
        return "holds a control code, which no name of a class has. Correct it where it was written."
    if label in ENDLESS:
        return "is no class. Correct it, or leave it empty if it is missing."
    if is_nested(label):
        return (
            "is a list or an object of JSON. Give one label for each row; if items may have several labels, use "
            "mercalli multilabel."
        )
    return None


def is_nested(label: str) -> bool:
    """Whether a text is a list or an object of JSON; a range of two numbers is a class.

    >>> is_nested('["fire"]'), is_nested('{"label": "fire"}'), is_nested("[0, 10]"), is_nested("[none]")
    (True, True, False, False)
    """
    if not (label.startswith("[") and label.endswith("]")) and not (label.startswith("{") and label.endswith("}")):
        return False
    try:
        value = json.loads(label)
    except (ValueError, RecursionError):
        return False
    numbers = [each for each in value if type(each) in {int, float}]
    return not (len(numbers) == len(value) == ENDS_OF_A_RANGE)


def reject_two_ways(labels: Iterable[str]) -> None:
    """Refuse two classes that are written as yes and no here and as numbers there."""
    spelling = {normal(label): label for label in labels}
    ways = [[spelling[form] for form in spelling if form in way] for way in (YES_AND_NO, ONE_AND_ZERO)]
    if all(ways) and len(spelling) == sum(map(len, ways)):
        raise ClassError.about(
            "some labels",
            f"are {shown(ways[0])} and others {shown(ways[1])}, which would make {counted(len(spelling), 'class')} "
            f"and every prediction wrong. Write labels in the same way in truth and predictions.",
        )


def _numbers_first(label: str) -> tuple[bool, float, str]:
    try:
        return (False, float(label), label)
    except ValueError:
        return (True, 0.0, label)


def _reject_same_spelling(names: Iterable[str]) -> None:
    seen: dict[str, str] = {}
    for name in names:
        form = normal(name)
        if not form:
            raise ClassError.about("a class", "has an empty name. Name every class.")
        if form in seen:
            raise ClassError.about(
                f"the classes {seen[form]!r} and {name!r}",
                f"are the same after normalisation ({form!r}), so labels would be confused. Rename one of them.",
            )
        seen[form] = name
