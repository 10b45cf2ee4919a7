"""The shapes of logs that are known: how to tell each, and what makes rows of its objects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mercalli.errors import SettingError
from mercalli.io.logs import anthropic, gemini, harness, inspect_ai, openai, promptfoo
from mercalli.io.logs.fields import Fields
from mercalli.io.logs.rows import LogRow

TABLE = "table"


@dataclass(frozen=True)
class Shape:
    """One program's objects.

    Attributes:
        name: What `--from` calls it.
        called: What it is called in a sentence, with its article.
        entry: What one object is.
        fits: Whether an object has the shape.
        rows: The answers in an object; what must be remembered from one object to the next goes into the memory.
        path: Where the objects stand if the file is one document.
        marks: Keys that such a document has even if it holds no objects.
    """

    name: str
    called: str
    entry: str
    fits: Callable[[Fields], bool]
    rows: Callable[[Fields, dict[str, Any]], list[LogRow]]
    path: tuple[str, ...] = ()
    marks: frozenset[str] = frozenset()


SHAPES = (
    Shape("openai", "an OpenAI batch log", "request", openai.fits, openai.rows),
    Shape("anthropic", "an Anthropic batch log", "request", anthropic.fits, anthropic.rows),
    Shape("gemini", "a Gemini batch log", "request", gemini.fits, gemini.rows),
    Shape("lm-eval", "samples of lm-evaluation-harness", "sample", harness.fits, harness.rows),
    Shape(
        "inspect",
        "an Inspect log",
        "sample",
        inspect_ai.fits,
        inspect_ai.rows,
        ("samples",),
        frozenset({"status", "eval"}),
    ),
    Shape(
        "promptfoo",
        "promptfoo results",
        "result",
        promptfoo.fits,
        promptfoo.rows,
        ("results", "results"),
    ),
)
NAMES = (*(shape.name for shape in SHAPES), TABLE)
INSPECT = next(shape for shape in SHAPES if shape.name == "inspect")


def shape_named(name: str) -> Shape | None:
    """The shape that was asked for; none if a plain table was."""
    if name not in NAMES:
        raise SettingError.choice("from", name, NAMES)
    return next((shape for shape in SHAPES if shape.name == name), None)


def shape_of(found: object) -> Shape | None:
    """The shape that an object has, if any."""
    return next((shape for shape in SHAPES if isinstance(found, dict) and shape.fits(found)), None)
