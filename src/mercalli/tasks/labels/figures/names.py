"""Names that can be drawn: blanks and control characters tamed, letters that no font here has shown as boxes."""

from __future__ import annotations

import logging
import unicodedata
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache

from matplotlib.font_manager import FontProperties, findfont, fontManager, get_font

from mercalli.results.parts import ClassReport
from mercalli.tasks.labels.result import Evaluation
from mercalli.telling.figures.theme import FONT as FIRST
from mercalli.text.names import with_texts

BOX = "\N{WHITE SQUARE}"
LONGEST = 300
INVISIBLE = ("Mn", "Me", "Cf")
ODD = ("Last Resort", "cm", "STIXNon", "STIXSize")  # their letters are not what their codes say
UNSEEN = ("Cc", "Cs", "Cn", "Co")


def bare(result: Evaluation) -> Evaluation:
    """What the pictures show of a result."""
    systems = (
        replace(each, classes=tuple(map(_bare_class, each.classes)), slices=(), confusions=(), notes=(), examples=())
        for each in result.systems
    )
    return replace(result, systems=tuple(systems), gates=(), comparison=None)


def _bare_class(report: ClassReport) -> ClassReport:
    return replace(report, measures=tuple(measure for measure in report.measures if measure.metric == "recall"))


@contextmanager
def unheard() -> Generator[None]:
    """Without matplotlib's remarks on fonts that have no bold; they are used all the same."""
    log = logging.getLogger("matplotlib.font_manager")
    before = log.level
    log.setLevel(logging.ERROR)
    try:
        yield
    finally:
        log.setLevel(before)


def families(result: Evaluation) -> list[str]:
    """Fonts which between them have the letters of a result's names, as far as any font here has them."""
    letters = {letter for text in _texts(result) for letter in _tamed(text) if ord(letter) > 127}  # noqa: PLR2004 - ASCII
    fonts = [FIRST]
    missing = {letter for letter in letters if not _has(FIRST, letter)}
    for family in _others() if missing else ():
        had = {letter for letter in missing if _has(family, letter)}
        fonts += [family] if had else []
        missing -= had
        if not missing:
            break
    return fonts


def legible(result: Evaluation, fonts: Sequence[str]) -> Evaluation:
    """A result in which every text can be drawn, and texts that differed still do."""
    texts = list(dict.fromkeys(_texts(result)))
    shown = {text: _shown(text, fonts) for text in texts}
    if all(text == name for text, name in shown.items()):
        return result
    names = _apart(shown)
    return with_texts(result, lambda text: names.get(text, text))


def words(name: str) -> str:
    """A class or level whose words are joined by underscores, apart.

    >>> words("injured_or_dead_people"), words("$x_1$")
    ('injured or dead people', '$x_1$')
    """
    return name.replace("_", " ") if name.isidentifier() else name


def _apart(shown: Mapping[str, str]) -> dict[str, str]:
    """Texts that would look the same get a number.

    >>> _apart({"a": "?", "b": "?", "c": "c"})
    {'a': '? (1)', 'b': '? (2)', 'c': 'c'}
    """
    times, seen = Counter(shown.values()), Counter[str]()
    names: dict[str, str] = {}
    for text, name in shown.items():
        seen[name] += 1
        names[text] = name if times[name] == 1 or text == name else f"{name} ({seen[name]})"
    return names


def _texts(record: object) -> list[str]:
    """Every text in a record."""
    texts: list[str] = []

    def kept(text: str) -> str:
        texts.append(text)
        return text

    with_texts(record, kept)
    return texts


def _tamed(text: str) -> str:
    """One line of letters, of bounded length."""
    return " ".join(text[:LONGEST].split()) + ("…" if len(text) > LONGEST else "")


def _shown(text: str, fonts: Sequence[str]) -> str:
    if text.isascii() and text.isprintable() and len(text) <= LONGEST:
        return text
    return "".join(_letter(letter, fonts) for letter in _tamed(text)) or BOX


def _letter(letter: str, fonts: Sequence[str]) -> str:
    """The letter itself, nothing if it only shapes its neighbours, or a box."""
    kind = unicodedata.category(letter)
    if kind == "Cf" and unicodedata.bidirectional(letter) != "BN":
        return ""
    if kind not in UNSEEN and any(_has(family, letter) for family in fonts):
        return letter
    return "" if kind in INVISIBLE else BOX


@lru_cache(maxsize=10_000)
def _has(family: str, letter: str) -> bool:
    """Whether a family can draw a letter, upright and bold."""
    return all(ord(letter) in _letters(path) for path in _paths(family))


@lru_cache(maxsize=256)
def _paths(family: str) -> tuple[str, ...]:
    return tuple(findfont(FontProperties(family=[family], weight=weight)) for weight in ("normal", "bold"))


@lru_cache(maxsize=256)
def _letters(path: str) -> frozenset[int]:
    return frozenset(get_font(path).get_charmap())


def _others() -> list[str]:
    """Other fonts installed, those made to cover every script first."""
    names = {entry.name for entry in fontManager.ttflist if entry.name != FIRST}
    usable = [name for name in names if not name.startswith(ODD) and "Color" not in name]
    return sorted(usable, key=lambda name: (not name.startswith("Noto Sans"), "Mono" in name, name))
