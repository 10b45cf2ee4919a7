"""Rows of the bench's table, and the table as Markdown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bench.measure import Reading

HEADER = (
    "| what | peer | clock | peer, s | ours, s | ratio | bar | met | peer, MB | ours, MB |",
    "| --- | --- | --- | ---: | ---: | ---: | ---: | --- | ---: | ---: |",
)
NONE = "-"


@dataclass(frozen=True)
class Row:
    """One line: a peer and us on the same work; `met` is None where no bar is set."""

    what: str
    peer: str
    clock: str
    peer_seconds: float | None
    our_seconds: float
    bar: str = NONE
    met: bool | None = None
    peer_mb: str = NONE
    our_mb: str = NONE

    def __str__(self) -> str:
        cells = (
            self.what,
            self.peer,
            self.clock,
            seconds(self.peer_seconds),
            seconds(self.our_seconds),
            NONE if self.peer_seconds is None else times(self.peer_seconds / self.our_seconds),
            self.bar,
            NONE if self.met is None else "yes" if self.met else "**no**",
            self.peer_mb,
            self.our_mb,
        )
        return f"| {' | '.join(cells)} |"


def faster(what: str, peer_name: str, peer: Reading, ours: Reading, bar: float) -> Row:
    """We must take `bar` times less CPU time."""
    met = peer.cpu / ours.cpu >= bar
    return Row(what, peer_name, "CPU", peer.cpu, ours.cpu, f">= {times(bar)}", met, memory(peer), memory(ours))


def within(what: str, peer_name: str, peer: Reading, ours: Reading, *, bar: float, peak_mb: float) -> Row:
    """We may take `bar` times the peer's wall time, and `peak_mb` in all."""
    met = ours.wall <= bar * peer.wall and ours.peak_mb < peak_mb
    text = f">= {times(1 / bar)}, < {peak_mb:.0f} MB"
    return Row(what, peer_name, "wall", peer.wall, ours.wall, text, met, memory(peer), memory(ours))


def under(what: str, ours: Reading, bar: float) -> Row:
    """We must take less than `bar` seconds of CPU time."""
    return Row(what, NONE, "CPU", None, ours.cpu, f"< {seconds(bar)} s", ours.cpu < bar, our_mb=memory(ours))


def memory(reading: Reading) -> str:
    """Above what was loaded, and the process in all."""
    return f"{reading.extra_mb:,.0f} ({reading.peak_mb:,.0f})"


def seconds(value: float | None) -> str:
    """Three digits."""
    return NONE if value is None else f"{value:,.1f}" if value >= 10 else f"{value:.3g}"  # noqa: PLR2004 - digits


def times(value: float) -> str:
    """As in 220x."""
    return f"{value:,.0f}x" if value >= 10 else f"{value:.2f}x"  # noqa: PLR2004 - digits


def markdown(rows: Iterable[Row]) -> str:
    """The table."""
    return "\n".join([*HEADER, *(str(row) for row in rows)])
