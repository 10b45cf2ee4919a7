"""Labelled texts with problems of known size in them."""

from __future__ import annotations

import numpy as np

from mercalli.inputs.texts import LabelledTexts

WORDS = {
    "fire": ["smoke", "flames", "burning", "firefighters", "blaze", "ashes", "embers", "wildfire"],
    "flood": ["water", "river", "rising", "boats", "submerged", "dam", "levee", "rain"],
    "quake": ["shaking", "rubble", "aftershock", "tremor", "collapsed", "magnitude", "fault", "epicentre"],
}
COMMON = ["people", "city", "today", "near", "news", "street", "help", "night", "photo", "north", "live", "still"]


def messages(label, n, generator, *, own=4):
    """Texts of a label, with some of its own words among common ones and a number that makes each of its own."""
    return [
        " ".join(
            [
                *generator.choice(WORDS[label], own),
                *generator.choice(COMMON, 6),
                *(f"x{generator.integers(10**6)}" for _ in range(3)),
            ]
        )
        for _ in range(n)
    ]


def made(sizes=None, seed=0, own=4):
    """Texts and labels, so many of each label."""
    generator = np.random.default_rng(seed)
    counts = sizes or {"fire": 240, "flood": 240, "quake": 240}
    texts = [text for label, n in counts.items() for text in messages(label, n, generator, own=own)]
    return texts, [label for label, n in counts.items() for _ in range(n)]


def labelled(texts, labels, **given):
    return LabelledTexts.check(texts, labels, **given)
