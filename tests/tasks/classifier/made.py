"""Made texts: nobody wrote them, and each label has words of its own."""

import numpy as np

from mercalli.inputs.texts import LabelledTexts

WORDS = {
    "fire": ["smoke", "burning", "flames", "wildfire", "ash"],
    "flood": ["water", "river", "rising", "flooded", "dam"],
    "quake": ["shaking", "tremor", "collapsed", "aftershock", "rubble"],
}
COMMON = ["the", "town", "people", "near", "today", "we", "see", "help", "road", "news"]


def made_rows(size=300, seed=0, noise=0.1, shares=(0.6, 0.3, 0.1)):
    """Texts, labels and events."""
    rng = np.random.default_rng(seed)
    labels = rng.choice(list(WORDS), size, p=shares)
    texts = [" ".join([*rng.choice(COMMON, 6), *rng.choice(WORDS[label], 2)]) for label in labels]
    told = np.where(rng.random(size) < noise, rng.choice(list(WORDS), size), labels)
    return texts, told.tolist(), rng.choice(["north", "south", "west"], size).tolist()


def made_texts(size=300, seed=0, **options):
    texts, labels, events = made_rows(size, seed, **options)
    return LabelledTexts.check(texts, labels, by={"event": events})


def made_sets(size=300, seed=0):
    """Texts with the words of any number of labels."""
    rng = np.random.default_rng(seed)
    flags = rng.random((size, len(WORDS))) < (0.5, 0.3, 0.1)
    names = [[name for name, on in zip(WORDS, row, strict=True) if on] for row in flags]
    texts = [" ".join([*rng.choice(COMMON, 5), *(rng.choice(WORDS[name]) for name in held)]) for held in names]
    return LabelledTexts.check(texts, names, mode="multi-label")


def written(folder, name, rows=None):
    """A file with a header."""
    texts, labels, events = rows or made_rows()
    lines = ["label,text,event", *(",".join(row) for row in zip(labels, texts, events, strict=True))]
    path = folder / name
    path.write_text("\n".join(lines) + "\n")
    return path
