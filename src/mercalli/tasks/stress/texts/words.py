"""Stresses of words: each word that is chosen changes by a rule, and no letter is torn from its marks."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from unicodedata import normalize

from mercalli.tasks.stress.texts.noise import SIZE, Noise
from mercalli.text.clusters import clusters

GAP = re.compile(r"(\s+)")
LEAST_LETTERS = 4
LEFT_ALONE = ("http", "www.", "@")
ZERO_WIDTH = "\u200b"
GAPS = ("  ", "   ", "\n", "\t ")
ACCENTED = re.compile("[\u00c0-\u024f\u1e00-\u1eff\u0370-\u03ff\u1f00-\u1fff][\u0300-\u036f]*|[A-Za-z][\u0300-\u036f]+")

Word = Callable[[str, int], str]


def changed_words(text: str, noise: Noise, strength: float, change: Word) -> str:
    """A text in which each word has the chance `strength` to change; a stronger stress changes these words too."""
    parts = GAP.split(text)
    numbers = noise.numbers(len(parts) + 1)  # an even place decides on its word, the odd one behind it how it changes
    limit = strength * SIZE
    for at in range(0, len(parts), 2):
        if numbers[at] < limit:
            parts[at] = change(parts[at], numbers[at + 1])
    return "".join(parts)


def letters_of(word: str) -> tuple[list[str], list[int]]:
    """The clusters of a word and the places of its letters; none in links, names of users and short words."""
    if len(word) < LEAST_LETTERS or word.startswith(LEFT_ALONE):
        return [], []
    signs = clusters(word)
    letters = [at for at, sign in enumerate(signs) if sign[0].isalpha()]
    return (signs, letters) if len(letters) >= LEAST_LETTERS else ([], [])


def typo(word: str, number: int, neighbours: Mapping[str, str]) -> str:
    """A letter dropped, swapped with the next one, or replaced by a neighbouring key; never the first letter."""
    signs, letters = letters_of(word)
    if not letters:
        return word
    kind, number = number % 3, number // 3
    place = 1 + number % (len(letters) - 1)
    at = letters[place]
    if kind == 0:
        del signs[at]
    elif kind == 1 and (keys := neighbours.get(signs[at].lower())):
        key = keys[number // len(letters) % len(keys)]
        signs[at] = key.upper() if signs[at].isupper() else key
    else:
        _swap(signs, letters, place)
    return "".join(signs)


def _swap(signs: list[str], letters: list[int], place: int) -> None:
    """Swap a letter with its neighbour, or the next two that differ; where all are alike, one is dropped."""
    for at in (*range(place, len(letters)), *range(1, place)):
        one, two = letters[at - 1], letters[at]
        if signs[one] != signs[two]:
            signs[one], signs[two] = signs[two], signs[one]
            return
    del signs[letters[place]]


def repeated(word: str, number: int) -> str:
    """A letter three times."""
    signs, letters = letters_of(word)
    if letters:
        signs[letters[number % len(letters)]] *= 3
    return "".join(signs) if letters else word


def zero_width(word: str, number: int) -> str:
    """An invisible mark between two letters."""
    signs, letters = letters_of(word)
    if letters:
        signs.insert(letters[1 + number % (len(letters) - 1)], ZERO_WIDTH)
    return "".join(signs) if letters else word


def widened(text: str, noise: Noise, strength: float) -> str:
    """Gaps between words made wider, or broken into lines."""
    parts = GAP.split(text)
    numbers = noise.numbers(len(parts) + 1)
    for at in range(1, len(parts), 2):
        if numbers[at] < strength * SIZE:
            parts[at] = GAPS[numbers[at] % len(GAPS)]
    return "".join(parts)


def words_dropped(text: str, noise: Noise, strength: float) -> str:
    """Some words left out, with the gap behind them."""
    parts = GAP.split(text)
    numbers = noise.numbers(len(parts))
    kept = [at for at in range(0, len(parts), 2) if numbers[at] >= strength * SIZE]
    return "".join("".join(parts[at : at + 2]) for at in kept)


def without_accents(text: str) -> str:
    """Latin and Greek letters bare; marks of other scripts are letters, and stay.

    >>> without_accents("Évacuación à Ñuñoa"), without_accents("सेना")
    ('Evacuacion a Nunoa', 'सेना')
    """
    return text if text.isascii() else ACCENTED.sub(lambda found: _bare(found[0][0]), text)


@cache
def _bare(letter: str) -> str:
    """The letter below its accents."""
    return normalize("NFD", letter)[0]
