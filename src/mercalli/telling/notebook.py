"""An article in a notebook: small HTML without scripts, in the colours of whatever theme surrounds it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from mercalli.results.findings import Finding
from mercalli.results.verdict import ANSWER, Line
from mercalli.telling.article import PROMPT, Article, Block, Cell, Findings, Notes, Section, Sentence, Table, Verdicts
from mercalli.telling.joined import joined
from mercalli.telling.prompt import is_numeric
from mercalli.telling.simple import simple
from mercalli.telling.words import line_text
from mercalli.text.names import visible_record
from mercalli.text.words import counted, cut

# A notebook stores what it shows, for every cell.
MOST_BYTES = 10_000
# How many rows of a table, notes and sections there are room for: the first number that stays below that.
ROOM = (20, 12, 8, 5, 3, 2, 1)
# With the drawings of values, and without.
TRIES = tuple((room, bars) for room in ROOM for bars in (True, False))
LONGEST_TEXT = 500
BAR = 90  # dots across
BODY = "background:transparent;color:inherit"
CELL = "padding:2px 8px;text-align:"
HEAD = f"border-bottom:1px solid currentColor;{CELL}"
HEADING = "margin:.6em 0 .2em;font-weight:bold"
SMALL = "margin:.2em 0;opacity:.8"
LINE = "margin:.2em 0"
FIRST = f"{LINE};font-weight:bold"
WIDE = "overflow-x:auto;white-space:nowrap"


def article_html(article: Article) -> str:
    """The short form of an article, the first section first; every text of the data stays text."""
    plain = [
        Section(each.title, tuple(simple(each.blocks, drawn=True)), each.about)
        for each in visible_record(article.on(PROMPT).sections)
    ]
    told = list(joined(plain))
    tries = (_html(told, room, bars=bars) for room, bars in TRIES)
    return next((html for html in tries if len(html.encode()) < MOST_BYTES), _html(told[:1], ROOM[-1], bars=False))


def _html(sections: Sequence[Section], room: int, *, bars: bool) -> str:
    shown = "".join(_section(each, room, bars=bars) for each in sections[:room])
    rest = len(sections) - room
    more = _line(f"and {counted(rest, 'more section')}: print(result) shows all", SMALL) if rest > 0 else ""
    return f'<div style="{BODY}">{shown}{more}</div>'


def _section(section: Section, room: int, *, bars: bool) -> str:
    heading = _line(section.heading, HEADING) if section.heading else ""
    return heading + "".join(_block(block, room, bars=bars) for block in section.blocks)


def _block(block: Block, room: int, *, bars: bool) -> str:
    match block:
        case Sentence(text):
            return _line(text)
        case Verdicts(lines):
            return "".join(map(_verdict_line, lines))
        case Notes(texts):
            return _lines([f"! {text}" for text in texts], room, SMALL)
        case Table():
            return _line(f"{block.caption}:", SMALL) + _table(block, room, bars=bars)
        case Findings(findings):
            return f"<ol>{''.join(map(_finding, findings[:room]))}</ol>{_more(len(findings) - room, 'finding')}"
        case _:
            return ""


def _verdict_line(line: Line) -> str:
    return _line(line_text(line), FIRST if line.warns or line.topic == ANSWER else LINE)


def _finding(each: Finding) -> str:
    return f"<li><strong>{_text(each.finding)}</strong> ({_text(each.evidence)}). {_text(each.action)}</li>"


def _lines(texts: Sequence[str], room: int, style: str) -> str:
    return "".join(_line(text, style) for text in texts[:room]) + _more(len(texts) - room, "line")


def _line(text: str, style: str = LINE) -> str:
    return f'<p style="{style}">{_text(text)}</p>'


def _more(rest: int, each: str) -> str:
    return _line(f"and {counted(rest, f'more {each}')}", SMALL) if rest > 0 else ""


def _text(text: object) -> str:
    return escape(cut(str(text), LONGEST_TEXT))


def _table(table: Table, room: int, *, bars: bool) -> str:
    """Names to the left, numbers to the right with their drawings; columns without a text are left out."""
    rows = [*table.rows[: min(room, table.most)], *table.foot]
    kept = [at for at, _ in enumerate(table.header) if any(str(row[at]) or (bars and _bar(row[at])) for row in rows)]
    sides = {at: "right" if is_numeric([row[at] for row in rows]) else "left" for at in kept}
    head = "".join(_cell("th", table.header[at], HEAD + sides[at]) for at in kept)
    body = "".join(
        f"<tr>{''.join(_cell('td', row[at], CELL + sides[at], bars=bars) for at in kept)}</tr>" for row in rows
    )
    rest = len(table.rows) + len(table.foot) - len(rows)
    whole = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div style="{WIDE}">{whole}</div>{_more(rest, table.each)}'


def _cell(tag: str, cell: str | Cell, style: str, *, bars: bool = False) -> str:
    return f'<{tag} style="{style}">{_text(cell)}{_bar(cell) if bars else ""}</{tag}>'


def _bar(cell: str | Cell) -> str:
    return "" if isinstance(cell, str) or cell.strip is None else cell.strip.inline(BAR)
