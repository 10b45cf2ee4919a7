"""Options: letters, numbers or words that the prompt put before the classes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from mercalli.errors import SettingError
from mercalli.inputs.classes import ClassList, label_text
from mercalli.text.words import suggestion

LETTERS, NUMBERS = "letters", "numbers"
ALPHABET = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Options:
    """Option in small letters -> class, as the prompt showed them."""

    meaning: Mapping[str, str] = field(default_factory=dict[str, str])

    @classmethod
    def check(cls, asked: object, classes: ClassList) -> Options:
        """Options from "letters", "numbers", a list of classes in the order of the prompt, or a dict option -> class.

        Several may be given in a list, or with commas in one text.

        >>> options = Options.check("letters,numbers", ClassList(("fire", "flood")))
        >>> options.get("B"), options.get("1"), options.get("3")
        ('flood', 'fire', None)
        """
        if asked is None or isinstance(asked, Options):
            return asked or cls()
        if isinstance(asked, Mapping):
            return cls(_checked(((label_text(key), name) for key, name in asked.items()), classes))
        named = asked.split(",") if isinstance(asked, str) else asked
        if not isinstance(named, Sequence):
            raise SettingError.outside(
                "options", asked, "letters, numbers, a list of classes or a dict option -> class"
            )
        words = [label_text(each) for each in named]
        kinds = [word.lower() for word in words]
        if not kinds or {LETTERS, NUMBERS}.issuperset(kinds):
            return cls(_checked(_counted(kinds, classes.names), classes))
        return cls(_checked(_counted([LETTERS, NUMBERS], words), classes))

    def get(self, option: str) -> str | None:
        """The class of an option, if it is declared."""
        return self.meaning.get(option.lower())

    @property
    def digest(self) -> str:
        """SHA-256 of the list, or nothing without one."""
        if not self.meaning:
            return ""
        return (
            f"sha256:{sha256(json.dumps(dict(sorted(self.meaning.items())), ensure_ascii=False).encode()).hexdigest()}"
        )


def _counted(kinds: Sequence[str], names: Sequence[str]) -> Iterable[tuple[str, str]]:
    """Letters or numbers, or both, before names in their order."""
    if LETTERS in kinds and len(names) > len(ALPHABET):
        raise SettingError.about(
            "options", f"have only {len(ALPHABET)} letters for {len(names)} classes. Use numbers, or a dict."
        )
    for place, name in enumerate(names):
        if LETTERS in kinds:
            yield ALPHABET[place], name
        if NUMBERS in kinds:
            yield str(place + 1), name


def _checked(pairs: Iterable[tuple[str, object]], classes: ClassList) -> dict[str, str]:
    meaning: dict[str, str] = {}
    for option, label in pairs:
        name, key = label_text(label), option.lower()
        code = classes.code(name)
        if code is None:
            raise SettingError.about(
                f"the option {option!r}",
                f"stands for {name!r}, which is no class.{suggestion(name, classes.names)} "
                f"The classes are: {', '.join(classes.names)}.",
            )
        if meaning.setdefault(key, classes.names[code]) != classes.names[code]:
            raise SettingError.about(f"the option {option!r}", "stands for two classes. Give each class its own.")
    return meaning
