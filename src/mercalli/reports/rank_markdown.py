"""A ranking as a Markdown page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.reports.markdown.computed import computed
from mercalli.reports.markdown.marks import escape, table
from mercalli.reports.rank_words import cells, header, sentence
from mercalli.results.ranked_text import title
from mercalli.results.text import percent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.results.ranked import Ranked, RankReport


def ranked_page(result: Ranked) -> str:
    """What the first K of every system hold, and how it was computed."""
    parts = [line for system in result.systems for line in _system(result, system)]
    start = [f"# {escape(result.provenance.title)}: what the first K hold", "\n![Gains and lift](gains.png)"]
    digests = {system.name: system.digest for system in result.systems}
    return "\n".join([*start, *parts, *computed(result.provenance, digests)]) + "\n"


def _system(result: Ranked, system: RankReport) -> Iterator[str]:
    level = f"{percent(result.provenance.settings['level'])} interval"
    shown = header(result, level, wide=True)
    yield f"\n## {escape(system.name)}\n"
    yield f"{escape(title(result, system))}.\n"
    yield from (f"- {escape(sentence(result, system, top))}" for top in system.tops)
    yield ""
    yield from table(shown, (cells(result, top, wide=True) for top in system.tops))
    yield from (f"\n- {escape(note)}" for note in system.notes)
    if system.slices:
        yield "\n### Slices, each ranked by itself\n"
        rows = (
            [escape(part.name), f"{part.n:,}{' (few)' if part.few else ''}", *cells(result, top, wide=True)]
            for part in system.slices
            for top in part.tops
        )
        yield from table(["slice", "rows", *shown], rows)
