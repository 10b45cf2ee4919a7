"""A ranking as an article: what the first K of every system hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.tasks.scores.rank.text import all_described, described, several
from mercalli.tasks.scores.rank.words import cells, header, sentence
from mercalli.telling.article import Article, Notes, Picture, Section, Sentence, Verdicts, table
from mercalli.text.numbers import percent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.tasks.scores.rank.result import Ranked, RankReport
    from mercalli.telling.article import Block

GAINS = "gains.png"


def ranked_article(result: Ranked) -> Article:
    """The curves of all systems, then each system by itself."""
    curves = Section("Gains and lift", (Picture(GAINS, _shown(result)),))
    systems = (Section(system.name, tuple(_blocks(result, system))) for system in result.systems)
    return Article(
        title=result.provenance.title,
        asks="what the first K hold",
        summary=all_described(result)
        if result.per_class
        else f"{described(result, result.systems[0])}, {several(result)}",
        sections=(*systems, curves),
        metrics=result.metrics,
        provenance=result.provenance,
        digests={system.name: system.digest for system in result.systems},
    )


def _shown(result: Ranked) -> str:
    level = percent(result.provenance.settings["level"])
    return f"The share of positives found, and how many times a random order finds, with {level} bands; dashed: random"


def _blocks(result: Ranked, system: RankReport) -> Iterator[Block]:
    level = f"{percent(result.provenance.settings['level'])} interval"
    shown = header(result, level, wide=True)
    yield Sentence(f"{described(result, system)}.")
    yield Verdicts(tuple(sentence(result, system, top) for top in system.tops))
    yield Notes(system.notes)
    yield table("What the first K hold", shown, (cells(result, top, wide=True) for top in system.tops))
    if system.slices:
        rows = (
            [part.name, f"{part.n:,}{' (few)' if part.few else ''}", *cells(result, top, wide=True)]
            for part in system.slices
            for top in part.tops
        )
        yield table("Slices, each ranked by itself", ["slice", "rows", *shown], rows)
