"""Texts of sentences, to train on or to make a run for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mercalli.io.headers import UTF8
from mercalli.io.tables import open_database
from mercalli.tasks.cheers.rules import check_gold, check_ids
from mercalli.tasks.cheers.sectors import sector_ids
from mercalli.tasks.cheers.tables import GOLD, IDS, load_gold

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from mercalli.inputs.arrays import Ints
    from mercalli.tasks.cheers.sectors import Sectors

TEXT = "sentence_text"


@dataclass(frozen=True)
class Lesson:
    """Sentences with what is true of them, to learn from."""

    file: str
    document: Ints
    text: Sequence[str]
    relevant: Ints
    sectors: Sequence[frozenset[int]]


@dataclass(frozen=True)
class Questions:
    """Sentences of which nothing is known but their ids, and their texts where these are wanted."""

    ids: Sequence[tuple[str, str]]
    text: Sequence[str]


def read_lesson(path: str | Path, sectors: Sectors, *, texts: bool, encoding: str = UTF8) -> Lesson:
    """Sentences of a gold file that keeps the rules."""
    gold = load_gold(open_database(), path, "gold", [*GOLD, *([TEXT] if texts else [])], encoding=encoding)
    check_gold(gold, sectors).checked()
    text = f"coalesce({TEXT}, '')" if texts else "''"
    query = f"select dense_rank() over (order by doc_id), {text}, is_relevant::int, sector_ids from gold order by place"
    document, told, relevant, cells = zip(*gold.query(query).fetchall(), strict=True) if gold.rows else ((), (), (), ())
    sets = {cell: sector_ids(cell) or frozenset[int]() for cell in set(cells)}
    flags = np.array(relevant, np.int64)
    return Lesson(gold.file, np.array(document, np.int64), told, flags, [sets[cell] for cell in cells])


def read_questions(path: str | Path, *, texts: bool, encoding: str = UTF8) -> Questions:
    """Sentences to make a run for, in their order; labels are not looked at."""
    asked = load_gold(open_database(), path, "asked", [*IDS, *([TEXT] if texts else [])], encoding=encoding)
    check_ids(asked).checked()
    text = f"coalesce({TEXT}, '')" if texts else "''"
    rows = asked.query(f"select doc_id, sentence_id, {text} from asked order by place").fetchall()
    return Questions([(doc, sentence) for doc, sentence, _ in rows], [told for _, _, told in rows])
