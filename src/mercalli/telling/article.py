"""A report as sections of sentences, tables and pictures: said once, written as Markdown and as a page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from mercalli.results.findings import Finding
    from mercalli.results.measure import MetricCard, Provenance


@dataclass(frozen=True)
class Sentence:
    """Plain words."""

    kind: ClassVar = "sentence"
    text: str


@dataclass(frozen=True)
class Verdicts:
    """The sentences that answer the question."""

    kind: ClassVar = "verdicts"
    texts: tuple[str, ...]


@dataclass(frozen=True)
class Notes:
    """What should be known before relying on it."""

    kind: ClassVar = "notes"
    texts: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """Cells as they are read; the first one of a row names it, the others are numbers but in columns of words."""

    kind: ClassVar = "table"
    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Picture:
    """A file of the same folder, and what it shows in words."""

    kind: ClassVar = "picture"
    file: str
    shows: str


@dataclass(frozen=True)
class Findings:
    """What stands out and what to do about it, in order."""

    kind: ClassVar = "findings"
    findings: tuple[Finding, ...]


Block = Sentence | Verdicts | Notes | Table | Picture | Findings


@dataclass(frozen=True)
class Section:
    """What is said under one heading."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Article:
    """The whole report: what was asked of which data, the answer, and how it was computed."""

    title: str
    asks: str
    summary: str
    sections: tuple[Section, ...]
    metrics: tuple[MetricCard, ...]
    provenance: Provenance
    digests: Mapping[str, str]


def table(caption: str, header: Sequence[str], rows: Iterable[Sequence[str]], *, words: Sequence[str] = ()) -> Table:
    """A table from any rows of cells."""
    return Table(caption, tuple(header), tuple(map(tuple, rows)), tuple(words))
