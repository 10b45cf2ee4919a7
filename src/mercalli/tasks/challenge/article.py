"""A board as an article."""

from __future__ import annotations

from collections.abc import Iterator

from mercalli.plan.provenance import provenance
from mercalli.tasks.challenge.board import LEVEL, Board, Entry
from mercalli.telling.article import Article, Block, Cell, Notes, Section, Sentence, table
from mercalli.text.numbers import NOTHING, interval, number
from mercalli.text.words import counted


def article(board: Board) -> Article:
    """The runs, best first, with what the groups rest on."""
    return Article(
        title=board.challenge,
        asks=f"{board.part} board of {board.phase}",
        summary=f"{counted(len(board.entries), 'team')}, ranked by {board.metric}, revision {board.revision}",
        sections=(Section("Board", tuple(_blocks(board))),),
        metrics=(),
        provenance=provenance(board.challenge, {}, {"level": LEVEL}),
        digests={},
    )


def _blocks(board: Board) -> Iterator[Block]:
    if not board.entries:
        yield Sentence("There is no score to show yet.")
        return
    first, *beside = [measure.metric for measure in board.entries[0].measures]
    yield table(
        f"Best {first} first; runs of one group are not significantly different from its first",
        ("rank", "group", "team", first, "95% interval", *beside, "runs", "received"),
        map(_cells, board.entries),
    )
    yield Sentence(board.says)
    below = [f"{entry.team} is not ranked: {entry.below}." for entry in board.entries if entry.below]
    older = sum(entry.revision != board.revision for entry in board.entries)
    if older:
        below.append(
            f"{counted(older, 'run')} scored under an earlier revision. Run: mercalli challenge rescore DIR --why TEXT"
        )
    if any(entry.rank is not None and entry.group is None for entry in board.entries):
        below.append("Some runs were not compared yet. Run: mercalli challenge work DIR")
    yield Notes(tuple(below))


def _cells(entry: Entry) -> tuple[str | Cell, ...]:
    first, *beside = entry.measures
    return (
        NOTHING if entry.rank is None else str(entry.rank),
        NOTHING if entry.group is None else str(entry.group),
        Cell(entry.team, tag="baseline" if entry.baseline else ""),
        number(first.value),
        interval(first.low, first.high),
        *(number(each.value) for each in beside),
        str(entry.runs),
        f"{entry.received[:10]} {entry.received[11:16]}",
    )
