"""Columns and tables for a prompt and a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


HOLM = "p (Holm)"


def columns(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Text in aligned columns, names to the left and numbers to the right.

    >>> print(columns(["metric", "value"], [["dua", "0.7277"]]))
    metric   value
    dua     0.7277
    """
    kept = [at for at in range(len(header)) if any(row[at] for row in rows)]
    table = [[str(line[at]) for at in kept] for line in [header, *rows]]
    widths = [max(len(line[at]) for line in table) for at in range(len(kept))]
    numeric = [all(line[at][:1] in "-+[0123456789" for line in table[1:]) for at in range(len(kept))]
    lines = [
        "  ".join(
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(line, widths, numeric, strict=True)
        ).rstrip()
        for line in table
    ]
    return "\n".join(lines)


def html_table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A plain table; every cell is text."""
    head = "".join(f"<th>{escape(name)}</th>" for name in header)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
