"""Texts under stress: every usual stress, and typos against nlpaug where that is installed."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from bench.classifier import made_texts
from bench.measure import in_turns, measured
from bench.table import Row, faster, under

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.measure import Values

ROWS = 2_000
PER_SECOND, RATIO = 50_000, 10
SHARE, SHORT = 0.1, 3
PEER, PLAIN = "nlpaug KeyboardAug", "a plain loop: random.Random for each text, letters swapped"


def stress(rows: int = ROWS) -> list[Row]:
    """Made texts of 15 words under every usual stress, and with typos in a tenth of the words.

    nlpaug is no part of the development set; without it the peer is a plain loop that swaps letters.
    """
    peer = (nlpaug, PEER, RATIO) if find_spec("nlpaug") else (plain_loop, PLAIN, 1)
    theirs, ours = in_turns(3, lambda: measured(peer[0], rows=rows), lambda: measured(our_typos, rows=rows))
    every = measured(our_stresses, 3, rows=rows)
    many = round(every.values["stresses"])
    return [
        faster(f"{rows:,} texts, typos in a tenth of the words", peer[1], theirs, ours, peer[2]),
        under(f"{rows:,} texts, each of {many} stresses and strengths", every, many * rows / PER_SECOND),
    ]


def our_typos(rows: int) -> Callable[[], Values]:
    """Typos alone."""
    from mercalli.tasks.stress.texts.apply import Stressing
    from mercalli.tasks.stress.texts.catalogue import usual_stresses

    texts, usual = made_texts(rows)[0], usual_stresses()
    stressing, typos = Stressing(usual), usual.stresses["typos"]

    def work() -> Values:
        return {"texts": len([stressing.text(text, str(at), typos, SHARE) for at, text in enumerate(texts)])}

    return work


def our_stresses(rows: int) -> Callable[[], Values]:
    """All of them."""
    from mercalli.tasks.stress.texts.apply import Stressing
    from mercalli.tasks.stress.texts.catalogue import usual_stresses

    texts, usual = made_texts(rows)[0], usual_stresses()
    stressing, chosen = Stressing(usual), usual.chosen(None)

    def work() -> Values:
        for each, strength in chosen:
            _ = [stressing.text(text, str(at), each, strength) for at, text in enumerate(texts)]
        return {"stresses": len(chosen)}

    return work


def nlpaug(rows: int) -> Callable[[], Values]:
    """Keys mistaken for their neighbours in as many words."""
    from nlpaug.augmenter.char import KeyboardAug

    texts = made_texts(rows)[0]
    augmenter = KeyboardAug(aug_word_p=SHARE, aug_char_min=1, aug_char_max=1, min_char=4)

    def work() -> Values:
        return {"texts": len([augmenter.augment(text) for text in texts])}

    return work


def plain_loop(rows: int) -> Callable[[], Values]:
    """A generator of its own for each text, and two letters swapped in a tenth of the words."""
    from random import Random

    texts = made_texts(rows)[0]

    def swapped(text: str, random: Random) -> str:
        words = text.split(" ")
        for at, word in enumerate(words):
            if len(word) > SHORT and random.random() < SHARE:
                place = random.randrange(1, len(word))
                words[at] = word[: place - 1] + word[place] + word[place - 1] + word[place + 1 :]
        return " ".join(words)

    def work() -> Values:
        return {"texts": len([swapped(text, Random(at)) for at, text in enumerate(texts)])}  # noqa: S311 - no secret

    return work
