"""Sentences: what is true of the sentences of some documents and what runs say of them, checked and counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mercalli.inputs.arrays import Bools, Ints
    from mercalli.inputs.tally import Column
    from mercalli.tasks.cheers.sectors import Sectors


@dataclass(frozen=True)
class Said:
    """What one run says of each entry: relevant or not, and the id of its sector or -1."""

    relevant: Ints
    sector: Ints


@dataclass(frozen=True)
class Sentences:
    """Entries of sentences that are alike in everything here.

    Attributes:
        sectors: The sectors.
        document: The document of each entry.
        relevant: Whether its sentences are relevant, 0 or 1.
        sets: The distinct sets of sectors (C, L).
        set_of: Which of them each entry has.
        said: What each run says, by its name.
        by: Columns to slice by.
        rows: How many sentences each entry stands for.
        origin: What the data is called.
    """

    sectors: Sectors
    document: Ints
    relevant: Ints
    sets: Bools
    set_of: Ints
    said: Mapping[str, Said]
    by: Mapping[str, Column]
    rows: Ints
    origin: str

    @property
    def n(self) -> int:
        """How many sentences."""
        return int(self.rows.sum())

    @property
    def documents(self) -> int:
        """How many documents."""
        return len(np.unique(self.document))
