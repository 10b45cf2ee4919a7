"""Errors about runs of a challenge, what they are held against, and sector maps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from mercalli.errors.base import InputError
from mercalli.text.words import counted, short_name, shown, suggestion

LOOKED_THROUGH = 100


class RunError(InputError):
    """A run, a gold file or a sector map that breaks the rules of its challenge."""

    @classmethod
    def twice(cls, path: str) -> Self:
        """One run where several are wanted."""
        return cls(f"The run {path!r} is given twice, so there is nothing to compare it with. Give it once.")

    @classmethod
    def problems(cls, file: str, listed: Sequence[str], total: int) -> Self:
        """Everything that is wrong with a file, line by line; the first few if there are many."""
        error = cls(f"{file!r} breaks the rules of the challenge: {counted(total, 'problem')}.")
        rest = total - len(listed)
        error.details = (*listed, *([f"and {rest:,} more"] if rest else []))
        return error

    @classmethod
    def columns(cls, file: str, expected: Sequence[str], columns: Sequence[str]) -> Self:
        """Columns that are lacking or too many."""
        lacking = [name for name in expected if name not in columns]
        others = [name for name in columns if name not in expected]
        hints = "".join(suggestion(name, others[:LOOKED_THROUGH]) for name in lacking[:1])
        differences = [
            *([f"missing: {shown(lacking, limit=4)}"] if lacking else []),
            *([f"unknown: {shown(map(short_name, others))}"] if others else []),
        ]
        steps = ["Add what is missing, or rename a column to it."] if lacking else []
        steps += ["Remove what is unknown, or rename it."] if others else []
        return cls(
            f"{file!r} must have the columns {', '.join(expected)}; {', '.join(differences)}.{hints} {' '.join(steps)}"
        )

    @classmethod
    def file(cls, name: str, problem: str) -> Self:
        """A file that cannot be what it is given for."""
        return cls(f"{name!r} {problem}")

    @classmethod
    def map(cls, file: str, problem: str) -> Self:
        """A sector map that is none."""
        return cls(f'The sector map {file!r} must be as in {{"Health": 4, "WASH": 10}}: {problem}')

    @classmethod
    def several_maps(cls, names: Sequence[str]) -> Self:
        """Several sector maps beside the gold file."""
        return cls(f"Several sector maps are beside the gold file: {shown(names)}. Say which with --sectors FILE.")

    @classmethod
    def several_files(cls, origin: str) -> Self:
        """A glob that means several files."""
        return cls(f"A run, a gold file and documents are one file each; found {origin}. Give one file.")

    @classmethod
    def no_rows(cls, file: str, what: str = "sentences") -> Self:
        """A file without any row."""
        return cls.file(file, f"has no {what}. Check what made it.")

    @classmethod
    def nothing_to_learn(cls, file: str, lacking: str) -> Self:
        """Training data of one kind only."""
        return cls(f"{file!r} has no sentence {lacking}, so nothing can be learnt from it. Give other training data.")

    @classmethod
    def no_column(cls, name: str, files: Sequence[str], columns: Sequence[str]) -> Self:
        """A column to slice by that no file has."""
        return cls(
            f"There is no column {name!r} in {' or '.join(map(repr, files))}.{suggestion(name, columns)} "
            f"Columns to slice by: {shown(columns, limit=12)}."
        )

    @classmethod
    def no_document(cls, file: str, gold: str, there: str, here: str) -> Self:
        """Documents of other data."""
        return cls(
            f"No document of {file!r} has a sentence in {gold!r}: doc_id is {there!r} there and {here!r} here, for "
            f"example. Check that both files belong together."
        )
