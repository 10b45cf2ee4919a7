"""The sections of several systems as one: a table for all of them, and every note once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from mercalli.telling.article import Block, Cell, Notes, Section, Sentence, Table, Verdicts
from mercalli.telling.drawn import INTERVAL, VALUE
from mercalli.text.numbers import NOTHING
from mercalli.text.words import listed

NAME = "of"


def joined(sections: Sequence[Section]) -> Iterator[Section]:
    """The same sections, those of systems as one in the place of the first; they are those that share a table."""
    alike = [each for each in sections if _shares(each, sections)]
    for section in sections:
        if section not in alike:
            yield section
        elif section is alike[0]:
            yield Section("", tuple(_blocks(alike)))


def _shares(section: Section, sections: Sequence[Section]) -> bool:
    others = {_key(table) for each in sections if each is not section for table in _tables(each)}
    return any(_key(table) in others for table in _tables(section))


def _tables(section: Section) -> list[Table]:
    return [block for block in section.blocks if isinstance(block, Table)]


def _key(table: Table) -> tuple[str, str]:
    """Tables of the same thing; a column that is empty for one system is left out of its table."""
    return table.caption, table.header[0]


def _blocks(sections: Sequence[Section]) -> Iterator[Block]:
    yield from (_words(each) for each in sections)
    keys = dict.fromkeys(_key(table) for each in sections for table in _tables(each))
    for key in keys:
        yield _table([(each.title, table) for each in sections for table in _tables(each) if _key(table) == key])
    yield Notes(tuple(_notes(sections)))


def _words(section: Section) -> Sentence:
    """What is said of one system besides its tables and notes."""
    said = (text for block in section.blocks for text in _texts(block))
    return Sentence(" ".join([f"{section.heading}.", *said]))


def _texts(block: Block) -> tuple[str, ...]:
    match block:
        case Sentence(text):
            return (text,)
        case Verdicts(lines):
            return tuple(line.text for line in lines)
        case _:
            return ()


def _notes(sections: Sequence[Section]) -> Iterator[str]:
    """Each note once, with the systems that it is about unless it is about all."""
    owners: dict[str, list[str]] = {}
    for section in sections:
        for note in (text for block in section.blocks if isinstance(block, Notes) for text in block.texts):
            owners.setdefault(note, []).append(section.title)
    for note, names in owners.items():
        yield note if len(names) == len(sections) else f"{listed(names)}: {note}"


def _table(parts: Sequence[tuple[str, Table]]) -> Table:
    """One table: values side by side where there are any, else all rows below each other."""
    if len(parts) == 1:
        return parts[0][1]
    return _side_by_side(parts) if all(VALUE in table.header for _, table in parts) else _below(parts)


def _below(parts: Sequence[tuple[str, Table]]) -> Table:
    """Every row after the name of its system; rows of the same name follow each other."""
    first = parts[0][1]
    header = max((table.header for _, table in parts), key=len)
    rows = [(name, *_cells(table, row, header)) for name, table in parts for row in table.rows]
    order = list(dict.fromkeys(row[1] for row in rows))
    ordered = tuple(sorted(rows, key=lambda row: order.index(row[1])))
    return replace(first, header=(NAME, *header), rows=ordered, words=(*first.words, first.header[0]), foot=())


def _cells(table: Table, row: Sequence[str | Cell], header: Iterable[str]) -> tuple[str, ...]:
    """The cells of a row under another header."""
    found = dict(zip(table.header, map(str, row), strict=True))
    return tuple(found.get(name, "") for name in header)


def _side_by_side(parts: Sequence[tuple[str, Table]]) -> Table:
    """A row for each metric and a column for each system, or the reverse where there are more systems."""
    first = parts[0][1]
    names = list(dict.fromkeys(str(row[0]) for _, table in parts for row in table.rows))
    values = [{str(row[0]): _value(table, row) for row in table.rows} for _, table in parts]
    columns: list[tuple[str, list[str | Cell]]] = [
        (system, [own.get(name, NOTHING) for name in names]) for (system, _), own in zip(parts, values, strict=True)
    ]
    across = [(first.header[0], names), *columns]
    if len(columns) > len(names):
        across = [(NAME, [system for system, _ in columns]), *_turned(names, columns)]
    header, cells = zip(*across, strict=True)
    return replace(first, header=tuple(header), rows=tuple(zip(*cells, strict=True)), words=(), foot=())


def _turned(
    names: Sequence[str], columns: Sequence[tuple[str, list[str | Cell]]]
) -> Iterator[tuple[str, list[str | Cell]]]:
    for at, name in enumerate(names):
        yield name, [cells[at] for _, cells in columns]


def _value(table: Table, row: Sequence[str | Cell]) -> Cell:
    """The value of a row with its interval, and its drawing if there is one."""
    cells = dict(zip(table.header, row, strict=True))
    value = cells[VALUE]
    ends = next((str(cell) for name, cell in cells.items() if INTERVAL in name), "")
    text = f"{value} [{ends}]" if ends not in ("", NOTHING) else str(value)
    return Cell(text, strip=value.strip if isinstance(value, Cell) else None)
