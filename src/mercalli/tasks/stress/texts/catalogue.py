"""Stresses as data: each has a name, a family, what it does to a text, and how strongly."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from mercalli.errors import SettingError
from mercalli.io.linear import LinearPattern
from mercalli.io.toml import Library
from mercalli.profiles.codebooks import top_table
from mercalli.profiles.table import Table
from mercalli.tasks.stress.errors import StressError

IDENTITY = "identity"
NOISE, KEEP, CHANGE, ATTACK, CONTROL = "noise", "keep", "change", "attack", "control"
FAMILIES = NOISE, KEEP, CHANGE, ATTACK
SETTINGS = ("family", "does", "says", "strengths", "pattern", "with", "text", "place", "letters")
# What a stress does, and the settings that it needs.
NEEDS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("same", "upper", "lower", "accents_off", "words"), ()),
    **dict.fromkeys(("typos", "repeat", "widen", "letters", "zero_width", "drop_words"), ("strengths",)),
    "replace": ("pattern",),
    "only": ("pattern",),
    "add": ("text",),
    "first": ("letters",),
    "last": ("letters",),
}
PLACES = "end", "start"
USUAL = "usual"
TARGET = "{target}"
REFERENCES = re.compile(r"(?:[^\\]|\\[1-9\\])*+", re.DOTALL)


@dataclass(frozen=True)
class Stress:
    """One stress.

    Attributes:
        name: What it is called; that of a control ends in "_control".
        family: "noise", "keep", "change", "attack" or "control".
        does: Which function of texts it is.
        says: What it does, in a few words.
        strengths: How strong it can be: shares of words; empty where it has no strength.
        pattern: What it replaces or keeps alone; that of somebody's own list is linear ...
        put: ... and what stands there instead.
        text: What it adds ...
        place: ... and where.
        letters: How many letters it keeps.
    """

    name: str
    family: str
    does: str
    says: str = ""
    strengths: tuple[float, ...] = ()
    pattern: re.Pattern[str] | LinearPattern = re.compile("")
    put: str = ""
    text: str = ""
    place: str = PLACES[0]
    letters: int = 0

    @property
    def control(self) -> str:
        """What the control of an attack is called."""
        return f"{self.name}_{CONTROL}"


@dataclass(frozen=True)
class Stresses:
    """All stresses by name, and the lists that some of them use."""

    name: str
    digest: str
    stresses: Mapping[str, Stress]
    neighbours: Mapping[str, str] = field(default_factory=dict[str, str])
    short_forms: Mapping[str, str] = field(default_factory=dict[str, str])
    look_alikes: Mapping[int, str] = field(default_factory=dict[int, str])
    harmless: str = ""

    def chosen(
        self, names: Sequence[str] | None, strengths: Sequence[float] | None = None
    ) -> list[tuple[Stress, float | None]]:
        """Stresses with a strength each; all if none is named, attacks with their controls, the identity always.

        `strengths` take the place of those in the list, for stresses that have any.
        """
        for name in names or ():
            if name not in self.stresses:
                raise StressError.unknown(name, list(self.stresses))
        for strength in strengths or ():
            if not 0 < strength <= 1:
                raise SettingError.outside("strength", strength, "above 0 and at most 1: a share of words")
        wanted = {*(names or self.stresses), IDENTITY}
        wanted |= {self.stresses[name].control for name in wanted if self.stresses[name].family == ATTACK}
        own = tuple(dict.fromkeys(strengths or ()))
        found = [each for name, each in self.stresses.items() if name in wanted]
        return [
            (each, strength) for each in found for strength in ((own or each.strengths) if each.strengths else (None,))
        ]

    def family(self, name: str) -> str:
        """The family of a stress; one of somebody else is taken to keep the meaning."""
        return self.stresses[name].family if name in self.stresses else KEEP


def check_stresses(text: str, origin: str) -> Stresses:
    """Stresses from TOML."""
    known = ("stress", "layouts", "abbreviations", "look_alikes", "harmless")
    top = top_table(text, origin, "the list of stresses", known)
    stresses = {name: _stress(name, table) for name, table in top.table("stress").tables("stress")}
    if not stresses:
        top.fail("the list of stresses needs at least one, as in [stress.upper].")
    return Stresses(
        name=top.text("name"),
        digest=top.digest,
        stresses=_with_controls(stresses),
        neighbours=_neighbours(top.table("layouts")),
        short_forms=_short_forms(top.table("abbreviations")),
        look_alikes=_look_alikes(top.table("look_alikes")),
        harmless=" ".join(top.text("harmless").split()),
    )


def _stress(name: str, table: Table) -> Stress:
    table.only(SETTINGS)
    family = table.one_of("family", table.text("family"), FAMILIES)
    does = table.one_of("does", table.text("does"), NEEDS)
    for need in NEEDS[does]:
        if not table.content.get(need):
            table.fail(f"the stress {name!r} does {does!r}, so it needs {need!r}.")
    if not re.fullmatch(r"\w+", name) or name.endswith(f"_{CONTROL}"):
        table.fail(f"a stress has a name of letters, digits and _, without _{CONTROL} at its end; found {name!r}.")
    if family == ATTACK and does != "add":
        table.fail("an attack adds a text: 'does' must be 'add'.", "does")
    return Stress(
        *(name, family, does, table.text("says")),
        strengths=_strengths(table),
        pattern=_pattern(table),
        put=table.text("with"),
        text=table.text("text"),
        place=table.one_of("place", table.text("place") or PLACES[0], PLACES),
        letters=table.whole_number("letters") if "letters" in table.content else 0,
    )


def _strengths(table: Table) -> tuple[float, ...]:
    found = table.content.get("strengths", [])
    shares = isinstance(found, list) and all(isinstance(each, int | float) and 0 < each <= 1 for each in found)
    if not shares:
        table.fail(f"'strengths' must be a list of shares above 0 and up to 1; found {found!r}.", "strengths")
    return tuple(map(float, found))


def _pattern(table: Table) -> re.Pattern[str]:
    try:
        pattern = re.compile(table.text("pattern"))
    except (re.error, RecursionError, OverflowError) as error:
        table.fail(f"'pattern' is no regular expression: {error}.", "pattern")
    try:
        pattern.sub(table.text("with"), "")
    except (re.error, IndexError) as error:
        table.fail(f"'with' cannot be put in the place of 'pattern': {error}.", "with")
    return pattern


def _with_controls(stresses: Mapping[str, Stress]) -> dict[str, Stress]:
    """Each attack followed by its control."""
    found: dict[str, Stress] = {}
    for name, each in stresses.items():
        found[name] = each
        if each.family == ATTACK:
            says = f"harmless words as long as {name}"
            found[each.control] = replace(each, name=each.control, family=CONTROL, says=says)
    return found


def _neighbours(table: Table) -> dict[str, str]:
    """The keys beside each key of a row."""
    rows = [row for name in table.content for row in table.texts(name)]
    return {key: row[max(at - 1, 0) : at] + row[at + 1 : at + 2] for row in rows for at, key in enumerate(row)}


def _short_forms(table: Table) -> dict[str, str]:
    """Words and their short forms in all languages; a word that two languages shorten differently is refused."""
    found: dict[str, str] = {}
    for language, words in table.tables("list"):
        for word in words.content:
            if found.setdefault(word.lower(), words.text(word)) != words.text(word):
                table.fail(f"{word!r} has two short forms.", language, word)
    return found


def _look_alikes(table: Table) -> dict[int, str]:
    for letter in table.content:
        if len(letter) != 1:
            table.fail(f"'look_alikes' are of single letters; found {letter!r}.", letter)
    return {ord(letter): table.text(letter) for letter in table.content}


STRESSES = Library("list of stresses", "stresses", check_stresses)


@cache
def usual_stresses() -> Stresses:
    """Those that come along, read once."""
    return STRESSES.read(USUAL)


def stresses_of(own: str | Path | None) -> Stresses:
    """The usual stresses, and those of a .toml file; one that has the name of a usual one takes its place."""
    usual = usual_stresses()
    if own is None:
        return usual
    mine = STRESSES.read(own)
    linear = {name: _linear(name, each) for name, each in mine.stresses.items()}
    return Stresses(
        name=f"{usual.name} and {mine.name}",
        digest=mine.digest,
        stresses={**usual.stresses, **linear},
        neighbours={**usual.neighbours, **mine.neighbours},
        short_forms={**usual.short_forms, **mine.short_forms},
        look_alikes={**usual.look_alikes, **mine.look_alikes},
        harmless=mine.harmless or usual.harmless,
    )


def _linear(name: str, stress: Stress) -> Stress:
    """A stress whose pattern cannot take long, whatever the text; one that RE2 does not take is told at once."""
    if isinstance(stress.pattern, LinearPattern) or not stress.pattern.pattern:
        return stress
    subject = f"the stress {name!r}"
    if not REFERENCES.fullmatch(stress.put):
        raise SettingError.about(
            subject, rf"has {stress.put!r} as 'with'. Write groups as \1 to \9, and nothing else with \."
        )
    pattern = LinearPattern(subject, stress.pattern.pattern)
    pattern.replaced("", stress.put)
    return replace(stress, pattern=pattern)
