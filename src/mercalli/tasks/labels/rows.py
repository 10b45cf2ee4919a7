"""The rows that systems are judged on: the same for all columns of one file, each its own where files differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.text.words import counted

if TYPE_CHECKING:
    from mercalli.tasks.labels.result import Evaluation


def rows_text(result: Evaluation) -> str:
    """How many rows there are, from the fewest to the most where systems have their own."""
    least, most = (find(system.n for system in result.systems) for find in (min, max))
    return counted(most, "row") if least == most else f"{least:,} to {counted(most, 'row')}"


def same_rows(result: Evaluation) -> bool:
    """Whether all systems have as many rows of each class, and so the same baselines."""
    return len({tuple((each.name, each.support) for each in system.classes) for system in result.systems}) == 1
