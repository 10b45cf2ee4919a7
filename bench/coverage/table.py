"""Lines of a Markdown table of coverage."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def lines(header: Iterable[str], rows: Iterable[Iterable[str | float]]) -> Iterator[str]:
    """The table; shares are told as percent."""
    names = list(header)
    yield f"| {' | '.join(names)} |"
    yield f"| {' | '.join(['---'] * len(names))} |"
    for row in rows:
        yield f"| {' | '.join(each if isinstance(each, str) else f'{each:.1%}' for each in row)} |"
