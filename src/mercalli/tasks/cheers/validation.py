"""What a check of a run found: every problem with its place, and what the rule is."""

from __future__ import annotations

from dataclasses import dataclass

from mercalli.tasks.cheers.errors import RunError
from mercalli.text.words import short_name, visible

MOST_LISTED = 20


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with a file.

    Attributes:
        rule: The name of the rule that it breaks.
        line: The line in the file; None for a sentence that is not there, and for the file as a whole.
        doc_id: The document as the file writes it; None if it is not told.
        sentence_id: The sentence as the file writes it; None if it is not told.
        value: What was found, if it is a value.
        says: What is wrong and what is expected, in words.
    """

    rule: str
    line: int | None
    doc_id: str | None
    sentence_id: str | None
    value: str | None
    says: str

    def __str__(self) -> str:
        place = "" if self.line is None else f"line {self.line}: "
        ids = (self.doc_id, self.sentence_id)
        sentence = "" if ids == (None, None) else f"({', '.join(short_name(each or '') for each in ids)}) "
        return visible(f"{place}{sentence}{self.says}")


@dataclass(frozen=True)
class Validation:
    """A file, how many sentences it speaks of, its problems and warnings (the first few) and how many there are."""

    file: str
    rows: int
    problems: tuple[Problem, ...]
    found: int
    warnings: tuple[Problem, ...] = ()
    warned: int = 0

    @property
    def valid(self) -> bool:
        """Whether it may be scored."""
        return not self.found

    def checked(self) -> Validation:
        """The same, or an error that lists what is wrong."""
        if not self.valid:
            raise self.error()
        return self

    def error(self) -> RunError:
        """The error that lists what is wrong."""
        return RunError.problems(self.file, [str(each) for each in self.problems], self.found)
