"""What every derived key can do, and the text that it is written as."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

import numpy as np

from mercalli.errors import ColumnError, SettingError
from mercalli.inputs.arrays import Ints
from mercalli.inputs.faulty import FaultyValueError

NO_CODE = np.iinfo(np.int64).min
CALL = re.compile(r"\s*+(\w++)\s*+\((.*)\)\s*", re.DOTALL)
PART = re.compile(r"""(?:'[^']*'|"[^"]*"|[^,'"])+""")
PAIRED = re.compile(r"""(?:'[^']*+'|"[^"]*+"|[^'"])*+""")  # no quote is left open
SPECIAL = re.compile(r"""[,=()'"]""")
OPTION = re.compile(r"\s*+(\w++)\s*+=(.*)", re.DOTALL)

Values = Sequence[object]
Made = TypeVar("Made")


class Key(Protocol):
    """A checked function of one or two columns."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that it is made from."""
        ...

    @property
    def times(self) -> tuple[str, ...]:
        """Those of them that hold times."""
        ...

    @property
    def grouping(self) -> str | None:
        """The column beside whose values its codes are counted, if its words depend on it."""
        ...

    def fitted(self, values: Sequence[Values], rows: Ints) -> Key:
        """The same with what it takes from the data; values are combinations that occur, each in so many rows."""
        ...

    def codes(self, values: Sequence[Values], rows: Ints) -> Ints:
        """A whole number for each combination of the columns' values; NO_CODE where one is missing."""
        ...

    def words(self, codes: Ints, groups: Values, rows: Ints) -> list[str]:
        """What each code is called; `groups` are the values of the column beside it."""
        ...


@dataclass(frozen=True)
class Written:
    """A key as text: its kind, what stands alone in its parentheses, and what has a name there."""

    text: str
    kind: str
    plain: tuple[str, ...]
    named: Mapping[str, str] = field(default_factory=dict[str, str])

    @classmethod
    def read(cls, text: str, kinds: Sequence[str]) -> Written | None:
        """The parts of a text, if it is a key of one of the kinds.

        >>> Written.read("bin(ts, 6h, event=storm)", ["bin"])
        Written(text='bin(ts, 6h, event=storm)', kind='bin', plain=('ts', '6h'), named={'event': 'storm'})
        """
        found = CALL.fullmatch(text)
        if found is None or found[1] not in kinds:
            return None
        if PAIRED.fullmatch(found[2]) is None:
            raise ColumnError.named(text, "has a quote that does not end. Put a name with ' in it between two \".")
        parts = [part.strip() for part in PART.findall(found[2])]
        options = [(part, OPTION.fullmatch(part)) for part in parts if part]
        plain = tuple(_bare(part) for part, option in options if option is None)
        named = [(option[1], _bare(option[2].strip())) for _, option in options if option]
        written = cls(text, found[1], plain, dict(named))
        if len(written.named) < len(named):
            raise written.refused("says something twice. Write each option once.")
        return written

    def with_width(self, width: str) -> str:
        """The text of the same key with a width behind its column.

        >>> Written.read("bin('day, hour', zone=UTC)", ["bin"]).with_width("6h")
        'bin("day, hour", 6h, zone=UTC)'
        """
        return key_text(self.kind, self.plain[0], width, **self.named)

    def refused(self, problem: str) -> ColumnError:
        """What is wrong with it."""
        return ColumnError.named(self.text, problem)

    def checked(self, make: Callable[[], Made]) -> Made:
        """What is made from it; a part or value that is wrong is told with the whole text, and is no setting."""
        try:
            return make()
        except SettingError as error:
            raise ColumnError.in_key(self.text, f"Its {str(error).replace('`', '')}") from None
        except FaultyValueError as error:
            raise ColumnError.in_key(self.text, str(error)) from None


def key_text(kind: str, *plain: str, **named: str | None) -> str:
    """A key as it is written; names that would be taken apart stand between quotes.

    >>> key_text("bin", "day, hour", "6h", event="storm", zone=None)
    'bin("day, hour", 6h, event=storm)'
    """
    options = (f"{name}={_quoted(value)}" for name, value in named.items() if value is not None)
    return f"{kind}({', '.join([*map(_quoted, plain), *options])})"


def _bare(text: str) -> str:
    """Without the quotes around it."""
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "'\""
    return text[1:-1] if quoted else text


def _quoted(text: str) -> str:
    """Between quotes, if it would be taken apart without them."""
    mark = "'" if '"' in text else '"'
    return f"{mark}{text}{mark}" if SPECIAL.search(text) else text
