"""Results to draw, and what stands in their pictures."""

from dataclasses import replace
from functools import cache

import numpy as np
from matplotlib.text import Text

import mercalli
from mercalli.cli.demo_tasks import demo_results
from mercalli.tasks.labels.figures.album import drawn
from mercalli.telling.figures.numerals import Numerals

CLASSES = ("injured_or_dead_people", "caution_and_advice", "sympathy_and_support", "not_humanitarian")
HOSTILE = (
    "$x_1$ and $\\frac{1}{2}$",
    "火災と洪水の被害",
    "火山と台風の被害",
    "مصابون أو قتلى",
    "fire 🔥",
    "two\nlines\tand a tab",
    "a" * 10_000,
    "many words " * 40,
    "<script>alert(1)</script>",
    "bidi \u202e and bell \u0007",
)
HOSTILE_CLASSES = tuple(name.replace("\u0007", "") for name in HOSTILE)  # a control code names no class


def result(systems=2, classes=CLASSES, names=None, rows=400, **settings):
    rng = np.random.default_rng(0)
    truth = rng.integers(0, len(classes), rows)
    pred = names or [f"model_{at}" for at in range(systems)]
    right = np.linspace(0.9, 0.3, len(pred))
    data = {
        name: np.where(rng.random(rows) < share, truth, rng.integers(0, len(classes), rows))
        for name, share in zip(pred, right, strict=True)
    }
    chosen = {"truth": "truth", "pred": pred, "classes": dict(enumerate(classes)), "replicates": 100}
    return mercalli.evaluate({"truth": truth, **data}, **{**chosen, **settings})


CASES = {
    "demonstration": lambda: demo_results()[0],
    "one system": lambda: result(1, profile="humaid"),
    "two systems": lambda: result(2),
    "seven systems": lambda: result(7, profile="humaid"),
    "forty systems": lambda: result(40, profile="humaid"),
    "forty systems, no levels": lambda: result(40),
    "hostile names": lambda: result(classes=HOSTILE_CLASSES, names=list(HOSTILE)),
    "eight hostile names": lambda: result(classes=HOSTILE[:3], names=list(HOSTILE[2:])),
    "hundred classes": lambda: result(1, classes=[f"class number {at}" for at in range(100)], rows=3000),
    "nothing resampled": lambda: result(1, replicates=0),
    "one class": lambda: mercalli.evaluate(truth=["a"] * 5, pred=["a"] * 5, replicates=100),
    "undefined": lambda: replace_first(result(2, metrics=["accuracy", "mcc"])),
    "outside": lambda: mercalli.evaluate(
        truth=["a", "b"] * 50, pred=["a", "?"] * 50, classes=["a", "b"], invalid="wrong"
    ),
}


def replace_first(found):
    """The first system without a single value."""
    first, *others = found.systems
    measures = tuple(
        replace(each, value=None, low=None, high=None, undefined="there is nothing") for each in first.measures
    )
    return replace(found, systems=(replace(first, measures=measures), *others))


@cache
def case(name):
    return CASES[name]()


@cache
def boxes(name):
    """Every text of each picture of a case with its box, and the size of the picture, in pixels."""
    return {file: (_texts(canvas), tuple(canvas.figure.bbox.size)) for file, canvas in drawn(case(name))}


def _texts(canvas):
    shown = [text for text in canvas.figure.findobj(Text) if text.get_visible() and text.get_text().strip()]
    figures = [each for drawn in canvas.figure.findobj(Numerals) for each in drawn.drawn]
    return [
        *((text.get_text(), text.get_window_extent().extents) for text in shown),
        *(("\n".join(each.lines), np.array(each.box) * canvas.figure.dpi) for each in figures),
    ]


def words(name, file):
    """The texts of one picture of a case, each in one line."""
    return [" ".join(text.split()) for text, _ in boxes(name)[f"{file}.png"][0]]


def words_of(found, file):
    """The texts of one picture of a result, each in one line."""
    canvas = dict(drawn(found))[f"{file}.png"]
    return [" ".join(text.split()) for text, _ in _texts(canvas)]
