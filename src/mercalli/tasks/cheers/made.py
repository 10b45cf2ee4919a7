"""Made data in the format of CHEERS round 1: the real data may not be shared. Nobody wrote these sentences."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isclose
from pathlib import Path

import numpy as np

from mercalli.errors import SettingError
from mercalli.inputs.arrays import Bools, Ints
from mercalli.io.cells import csv_text
from mercalli.io.folders import write_folder
from mercalli.io.targets import Target, check_apart
from mercalli.io.toml import Library
from mercalli.io.whole_files import check_new
from mercalli.profiles.codebooks import top_table
from mercalli.profiles.table import Table
from mercalli.tasks.cheers.sectors import CHEERS, SECTORS

SHARES = ("relevant_share", "without_sector", "full_stops", "stray_words")
WORDS = ("need", "other", "links")
PARTS = {"sectors": "words", "countries": "project"}
FEWEST_DOCUMENTS, MOST_DOCUMENTS = 10, 100_000
SPLITS = {"train": 0.7, "val": 0.15, "test": 0.15}
HIDDEN = "test"
SENTENCES = ("doc_id", "sentence_id", "sentence_text", "is_relevant", "sector_ids")
DOCUMENTS = ("project_name", "country_code", "doc_id", "doc_text", "doc_url")
ABOUT = """\
# Made data

These files have the format of the CHEERS challenge, round 1, and were made by `mercalli cheers make-data
--documents {documents} --seed {seed}`. Nobody wrote these sentences: they are words drawn at random, so that tools can
be tried and tested where the real data, which may not be shared, is not at hand. Scores on them mean nothing.
"""


@dataclass(frozen=True)
class MadeWords:
    """What made sentences are composed of.

    Attributes:
        shares: How often something is so, by its name.
        words: Words that no sector has alone, by what they are for.
        sectors_each: How often a sentence has one sector, two, and so on.
        sectors: The words of each sector, and how often it is named.
        countries: The project of each country, and how many documents are about it.
    """

    shares: Mapping[str, float]
    words: Mapping[str, Sequence[str]]
    sectors_each: tuple[float, ...]
    sectors: Mapping[str, tuple[Sequence[str], float]]
    countries: Mapping[str, tuple[str, float]]


def check_made(text: str, origin: str) -> MadeWords:
    """Words and shares, which must add up."""
    top = top_table(text, origin, "the word list", (*SHARES, *WORDS, "sectors_each", *PARTS))
    each = tuple(top.table("sectors_each").numbers().values())
    named, countries = (_parts(top.table(key), text_key) for key, text_key in PARTS.items())
    sectors = {name: (text.split(), share) for name, (text, share) in named.items()}
    for key, shares in (
        ("sectors_each", each),
        ("sectors", [share for _, share in sectors.values()]),
        ("countries", [share for _, share in countries.values()]),
    ):
        if not isclose(sum(shares), 1):
            top.fail(f"the shares of {key!r} must add up to 1; they come to {sum(shares):g}.", key)
    return MadeWords(
        {key: top.number(key) for key in SHARES},
        {key: top.text(key).split() for key in WORDS},
        each,
        sectors,
        countries,
    )


def _parts(table: Table, key: str) -> dict[str, tuple[str, float]]:
    parts = {}
    for name, each in table.tables("part"):
        each.only((key, "share"))
        parts[name] = (each.text(key), each.number("share"))
    return parts


MADE = Library("word list", "made", check_made)


@dataclass(frozen=True)
class MadeSentences:
    """Sentences of documents in their order: which document, the text, relevant or not, and the ids of sectors."""

    document: Ints
    place: Ints
    text: tuple[str, ...]
    relevant: Bools
    sectors: tuple[tuple[int, ...], ...]
    country: tuple[str, ...]


def make_cheers_data(
    folder: str | Path, *, documents: int = 300, seed: int = 1, hidden: str | Path | None = None
) -> dict[str, int]:
    """Write made data into a new folder; how many sentences each split has.

    The sentences of the test split have no labels there; `hidden` is a new file for them, to rehearse a challenge.
    """
    if not FEWEST_DOCUMENTS <= documents <= MOST_DOCUMENTS:
        expected = f"between {FEWEST_DOCUMENTS} and {MOST_DOCUMENTS:,}"
        raise SettingError.outside("documents", documents, expected)
    if seed < 0:
        raise SettingError.outside("seed", seed, "a whole number of at least 0")
    check_new(folder)
    if hidden is not None:
        Target(hidden).check()
        check_apart(folder, hidden)
    words, sectors = MADE.read(CHEERS), SECTORS.read(CHEERS)
    made = made_data(words, documents, seed)
    files: dict[str, str] = {"README.md": ABOUT.format(documents=documents, seed=seed)}
    files["immap_sector_name_to_id.json"] = (
        json.dumps(dict(zip(sectors.names, sectors.ids, strict=True)), indent=1) + "\n"
    )
    sizes = {}
    for split, chosen in splits_of(made.document, documents).items():
        sizes[split] = len(chosen)
        shown = SENTENCES[:3] if split == HIDDEN else SENTENCES
        files[f"sentences_{split}_en.csv"] = csv_text(shown, (row[: len(shown)] for row in _rows(made, chosen)))
        files[f"documents_{split}_en.csv"] = csv_text(DOCUMENTS, _documents(words, made, chosen))
    write_folder(folder, files)
    if hidden is not None:
        Target(hidden).write(csv_text(SENTENCES, _rows(made, splits_of(made.document, documents)[HIDDEN])))
    return sizes


def splits_of(document: Ints, documents: int) -> dict[str, Ints]:
    """The sentences of each split: the first documents are to train on, the last to be tested on."""
    ends = np.round(np.cumsum(list(SPLITS.values())) * documents).astype(np.int64)
    parts = np.searchsorted(ends, document, side="right")
    return {name: np.flatnonzero(parts == at) for at, name in enumerate(SPLITS)}


def made_data(words: MadeWords, documents: int, seed: int) -> MadeSentences:
    """Documents of very uneven length; in every split a fixed share of the sentences is relevant."""
    rng = np.random.default_rng([seed, documents])
    sizes = np.maximum(1, rng.lognormal(3.4, 0.9, documents).astype(np.int64))
    document = np.repeat(np.arange(documents), sizes)
    place = np.arange(len(document)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    stop = rng.random(len(document)) < words.shares["full_stops"]
    relevant = np.zeros(len(document), np.bool_)
    for chosen in splits_of(document, documents).values():
        relevant[chosen] = _relevant(words.shares["relevant_share"], document[chosen], stop[chosen], rng)
    sectors = tuple(_sectors(words, is_relevant, rng) for is_relevant in relevant.tolist())
    kinds = zip(stop.tolist(), relevant.tolist(), sectors, strict=True)
    text = tuple("." if is_stop else _sentence(words, is_relevant, named, rng) for is_stop, is_relevant, named in kinds)
    shares = [share for _, share in words.countries.values()]
    country = tuple(str(each) for each in rng.choice(list(words.countries), size=documents, p=shares))
    return MadeSentences(document, place, text, relevant, sectors, country)


def _relevant(share: float, document: Ints, stop: Bools, rng: np.random.Generator) -> Bools:
    """As many as the share says, in some documents more than in others."""
    odds = rng.beta(0.8, 4.0, int(document.max()) + 1)[document] + 1e-3
    turn = rng.exponential(size=len(document)) / odds
    turn[stop] = np.inf
    chosen = np.zeros(len(document), np.bool_)
    chosen[np.argsort(turn, kind="stable")[: round(share * len(document))]] = True
    return chosen & ~stop


def _sectors(words: MadeWords, is_relevant: bool, rng: np.random.Generator) -> tuple[int, ...]:  # noqa: FBT001 - one of two kinds
    if not is_relevant or rng.random() < words.shares["without_sector"]:
        return ()
    size = 1 + int(rng.choice(len(words.sectors_each), p=words.sectors_each))
    shares = [share for _, share in words.sectors.values()]
    return tuple(sorted(int(each) for each in rng.choice(len(shares), size=size, replace=False, p=shares)))


def _sentence(words: MadeWords, is_relevant: bool, sectors: Sequence[int], rng: np.random.Generator) -> str:  # noqa: FBT001 - as above
    """Words of its sectors among others; a sentence that is not relevant may hold some by chance."""
    by_sector = [each for each, _ in words.sectors.values()]
    chosen = [word for each in sectors for word in _some(by_sector[each], 1, 3, rng)]
    if rng.random() < words.shares["stray_words"]:
        chosen += _some(by_sector[rng.integers(len(by_sector))], 1, 2, rng)
    chosen += _some(words.words["other"], 1, 4 if is_relevant else 9, rng)
    chosen += _some(words.words["need"], 0, 4 if is_relevant else 2, rng)
    chosen += _some(words.words["links"], 2, 6, rng)
    return f"{' '.join(chosen[at] for at in rng.permutation(len(chosen))).capitalize()}."


def _some(words: Sequence[str], least: int, below: int, rng: np.random.Generator) -> list[str]:
    """So many of some words."""
    return [words[int(at)] for at in rng.integers(len(words), size=rng.integers(least, below))]


def _rows(made: MadeSentences, chosen: Ints) -> Iterator[Sequence[object]]:
    for at in chosen.tolist():
        ids = (int(made.document[at]), int(made.place[at]))
        yield (*ids, made.text[at], int(made.relevant[at]), str(list(made.sectors[at])))


def _documents(words: MadeWords, made: MadeSentences, chosen: Ints) -> Iterator[Sequence[object]]:
    starts = np.flatnonzero(made.place[chosen] == 0)
    for first, last in zip(starts, [*starts[1:], len(chosen)], strict=True):
        number = int(made.document[chosen[first]])
        country = made.country[number]
        text = " ".join(made.text[at] for at in chosen[first:last].tolist())
        yield words.countries[country][0], country, number, text, f"https://example.org/made/{number}"
