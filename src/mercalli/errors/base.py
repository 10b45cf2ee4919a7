"""The two errors that the others are kinds of, and what several of their texts share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Self

from mercalli.text.words import capital

LONG_QUOTE = re.compile(r"""'[^'\n]{500,}'|"[^"\n]{500,}\"""")  # whatever data holds in one cell
KEPT = 120  # of each end


class MercalliError(Exception):
    """Anything Mercalli refuses to do; the text says why and what to do, `details` what else there is, line by line."""

    details: tuple[str, ...] = ()

    def __init__(self, text: str = "", *more: object) -> None:
        super().__init__(LONG_QUOTE.sub(lambda quote: f"{quote[0][:KEPT]}\u2026{quote[0][-KEPT:]}", text), *more)

    def __str__(self) -> str:
        return "\n".join([super().__str__(), *self.details])

    @classmethod
    def named(cls, name: str, problem: str) -> Self:
        """What is wrong with something that has a name, and what to do."""
        return cls(f"{name!r} {problem}")

    @classmethod
    def about(cls, subject: str, problem: str) -> Self:
        """What is wrong with something that is called in words, such as "the arrays", and what to do."""
        return cls(f"{capital(subject)} {problem}")


class InputError(MercalliError):
    """The data cannot be evaluated as asked."""

    @classmethod
    def in_column(cls, column: str, origin: str, problem: str) -> Self:
        """What is wrong with a column, and what to do."""
        return cls(f"{column!r} of {origin} {problem}")

    @classmethod
    def not_a_label(cls, found: object) -> Self:
        """A value that cannot be a label, unit or slice."""
        return cls(f"Labels, units and slices must be text or numbers; found {found!r} ({type(found).__name__}).")

    @classmethod
    def taken(cls, names: Sequence[str]) -> Self:
        """One name for two parts."""
        twice = next(name for name in names if names.count(name) > 1)
        return cls(
            f"The name {twice!r} is used twice. Every column, array, system and slice needs its own. Rename one."
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
            f"Frames of pandas, polars, pyarrow, DuckDB, PySpark and dask, Arrow streams and Hugging Face "
            f"datasets are read."
        )


def rows_lack(rows: int, origin: str) -> str:
    """How a text about rows that lack something begins."""
    return f"1 row of {origin} has no" if rows == 1 else f"{rows:,} rows of {origin} have no"
