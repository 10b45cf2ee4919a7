"""Make: texts under stress, for a model to answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mercalli.errors import EmptyError, MissingError, SettingError
from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.settings import Settings
from mercalli.inputs.classes import label_text
from mercalli.inputs.tally import is_missing
from mercalli.io import sql
from mercalli.io.cells import csv_columns, csv_rows
from mercalli.io.headers import UTF8
from mercalli.io.targets import FileKind
from mercalli.plan.labelled_texts import TextTable, open_texts, places_told
from mercalli.tasks.stress.errors import StressError
from mercalli.tasks.stress.texts.apply import Stressing
from mercalli.tasks.stress.texts.catalogue import IDENTITY, Stress, stresses_of
from mercalli.text.clusters import script
from mercalli.text.words import counted

COLUMNS = ("id", "stress", "strength", "text")
STRESSED_FILE = FileKind.table("a file of stressed texts", COLUMNS)
MOST_SCRIPTS = 5


@dataclass(frozen=True)
class MadeTexts:
    """The texts that one stress changed.

    Attributes:
        stress: The stress ...
        strength: ... and how strong it is, if it has a strength.
        ids: The items whose text changed; of the identity, all.
        texts: Their texts under the stress.
        untouched: How many texts stayed as they were.
        scripts: For each script, how many texts are written in it, and how many of them changed.
    """

    stress: Stress
    strength: float | None
    ids: tuple[str, ...]
    texts: tuple[str, ...]
    untouched: int
    scripts: tuple[tuple[str, int, int], ...]

    @property
    def name(self) -> str:
        """The stress with its strength."""
        return self.stress.name if self.strength is None else f"{self.stress.name} {self.strength:g}"

    @property
    def empty(self) -> int:
        """How many texts it left empty."""
        return sum(not text.strip() for text in self.texts)

    def plain(self) -> dict[str, Any]:
        """What a summary says, for JSON."""
        scripts = {name: {"texts": texts, "touched": touched} for name, texts, touched in self.scripts}
        counts = {"touched": len(self.ids), "untouched": self.untouched, "empty": self.empty}
        return {"stress": self.stress.name, "strength": self.strength, **counts, "scripts": scripts}

    def rows(self) -> str:
        """As lines of a CSV file; texts are written as they are, since a model must see them so."""
        size = len(self.ids)
        strength = "" if self.strength is None else f"{self.strength:g}"
        return csv_columns([self.ids, [self.stress.name] * size, [strength] * size, self.texts])


def stress_make(
    texts: Sequence[str],
    ids: Sequence[object] | None = None,
    *,
    stress: Sequence[str] | str | None = None,
    strength: Sequence[float] | None = None,
    target: str | None = None,
    stresses: str | Path | None = None,
    seed: int = 0,
    progress: Progress = quiet,
) -> tuple[MadeTexts, ...]:
    """Texts under stress: only those that changed, and all of them again under `identity`, which comes last.

    Each depends on the seed, the id of the text, the stress and its strength alone: neither on the order nor on which
    other texts there are.

    Args:
        texts: The texts.
        ids: What names each text; texts are counted from 1 if not given.
        stress: Names of stresses; all if not given. Attacks come with their controls.
        strength: Strengths, for stresses that have any; those of the list if not given.
        target: The class that attacks ask for.
        stresses: A .toml file of stresses of your own, besides the usual ones.
        seed: The same seed gives the same texts.
        progress: Called with how many stresses are done.

    >>> (upper, again) = stress_make(["Help us", "24/7"], stress="upper")
    >>> upper.texts, upper.untouched, again.texts
    (('HELP US',), 1, ('Help us', '24/7'))
    """
    named = [label_text(each) for each in (range(1, len(texts) + 1) if ids is None else ids)]
    _check_ids(named, texts)
    Settings(seed=seed)
    known = stresses_of(stresses)
    chosen = known.chosen([stress] if isinstance(stress, str) else stress, strength)
    applied = Stressing(known, seed, target)
    scripts = list(map(script, texts))
    made = []
    for done, (each, how_strong) in enumerate(sorted(chosen, key=lambda one: one[0].name == IDENTITY)):
        progress("making texts", done, len(chosen))
        after = [applied.text(text, name, each, how_strong) for text, name in zip(texts, named, strict=True)]
        again = each.name == IDENTITY
        touched = [at for at, (one, two) in enumerate(zip(texts, after, strict=True)) if again or one != two]
        made.append(_made(each, how_strong, [(named[at], after[at]) for at in touched], _by_script(scripts, touched)))
    progress("making texts", len(chosen), len(chosen))
    return tuple(made)


def _made(
    stress: Stress, strength: float | None, touched: Sequence[tuple[str, str]], scripts: Sequence[tuple[str, int, int]]
) -> MadeTexts:
    """Ids and texts that a stress touched."""
    ids, texts = zip(*touched, strict=True) if touched else ((), ())
    size = sum(count for _, count, _ in scripts)
    return MadeTexts(stress, strength, ids, texts, size - len(ids), tuple(scripts))


def _by_script(scripts: Sequence[str], touched: Sequence[int]) -> list[tuple[str, int, int]]:
    """For each script, the most frequent first, how many texts there are and how many were touched."""
    changed = Counter(scripts[at] for at in touched)
    return [(name or "none", count, changed[name]) for name, count in Counter(scripts).most_common()]


def _check_ids(ids: Sequence[str], texts: Sequence[str]) -> None:
    if len(ids) != len(texts):
        raise SettingError.outside("ids", f"{len(ids)} ids", f"as many as there are texts: {len(texts)}")
    twice = [name for name, count in Counter(ids).items() if count > 1]
    if twice:
        raise StressError.twice("an id", [f"id {name}" for name in twice], "the texts")


@dataclass(frozen=True)
class TextFile:
    """The texts of a file with their ids, and what was guessed."""

    texts: list[str]
    ids: list[str]
    said: tuple[str, ...]
    files: Sequence[Any]
    origin: str


def read_texts(path: str, *, text: str | None = None, key: str | None = None, encoding: str = UTF8) -> TextFile:
    """Every text of a file; one that is missing, and an id that is missing or there twice, is refused."""
    source: TextTable = open_texts(path, text=text, key=key, encoding=encoding)
    named = [source.text, *([] if source.key is None else [source.key])]
    columns = source.table.arrays(", ".join(f"{sql.name(name)}::varchar as c{at}" for at, name in enumerate(named)))
    texts = columns["c0"].tolist()
    if not texts:
        raise source.table.files.fault() or EmptyError.no_rows(source.table.origin)
    ids = [str(at) for at in range(1, len(texts) + 1)] if source.key is None else columns["c1"].tolist()
    for role, values in (("text", texts), ("id", ids)):
        lacking = sum(map(is_missing, values))
        if lacking:
            raise MissingError.values(f"{role} in {source.roles[role]!r}", lacking, source.table.origin)
    told = places_told(source.roles, [text, key])
    numbered = () if source.key is not None else ("no column of ids found: texts are counted from 1",)
    return TextFile(
        texts, [label_text(each) for each in ids], (*told, *numbered), source.table.files.files, source.table.origin
    )


def check_name(out: str) -> None:
    """Refuse early a file that others would not read as a table."""
    if not out.lower().endswith(".csv"):
        raise SettingError.outside("out", out, "the name of a file that ends in .csv")


def lines(made: Sequence[MadeTexts]) -> Iterator[str]:
    """A CSV file of all texts, in parts."""
    yield csv_rows([COLUMNS])
    yield from (each.rows() for each in made)


def summary(made: Sequence[MadeTexts]) -> list[str]:
    """How many texts there are, then what each stress changed, and in which scripts it changed few."""
    total = sum(len(each.ids) for each in made)
    stresses = len({each.stress.name for each in made})
    return [f"{counted(total, 'text')} under {counted(stresses, 'stress')}", *map(_line, made)]


def _line(made: MadeTexts) -> str:
    """One stress.

    >>> _line(stress_make(["Help", "help"], stress="lower")[0]), _line(stress_make(["Help", "24/7"], stress="lower")[0])
    ('lower: 1 of 2 texts changed', 'lower: 1 of 2 texts changed (latin 1 of 1, none 0 of 1)')
    """
    size = len(made.ids) + made.untouched
    empty = f", {made.empty:,} of them empty now" if made.empty else ""
    what = "asked again" if made.stress.name == IDENTITY else "changed"
    shares = [f"{name} {touched:,} of {texts:,}" for name, texts, touched in made.scripts[:MOST_SCRIPTS]]
    by_script = f" ({', '.join(shares)})" if len(made.scripts) > 1 and what == "changed" else ""
    return f"{made.name}: {len(made.ids):,} of {counted(size, 'text')} {what}{empty}{by_script}"
