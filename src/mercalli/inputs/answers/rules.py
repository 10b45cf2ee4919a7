"""A user's own rules: patterns whose group `label` is a value, matched at the door before outputs are read."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Literal
from warnings import catch_warnings

from mercalli.errors import SettingError
from mercalli.text.words import suggestion

GROUP = "label"
FIRST, LAST = "first", "last"
SETTINGS = ("pattern", "which", "only")


@dataclass(frozen=True)
class Rule:
    """One pattern; `only` if nothing else is tried where it does not match."""

    pattern: str
    which: Literal["first", "last"] = "last"
    only: bool = False


@dataclass(frozen=True)
class Rules:
    """Rules in order.

    Attributes:
        rules: The rules; the first that matches an output decides.
        matched: Output -> what the group of the first rule that matched it holds; others did not match.
    """

    rules: tuple[Rule, ...] = ()
    matched: Mapping[str, str] | None = None

    @classmethod
    def check(cls, content: Mapping[str, Any], origin: str = "the rules") -> Rules:
        """Rules from what a TOML file says, or a named error.

        >>> Rules.check({"rule": [{"pattern": "A: (?P<label>.+)", "which": "first"}]}).rules[0].which
        'first'
        """
        for key in content:
            if key != "rule":
                raise SettingError.about(origin, f"has no setting {key!r}.{suggestion(key, ['rule'])}")
        listed = content.get("rule")
        if not isinstance(listed, Sequence) or isinstance(listed, str) or not listed:
            raise SettingError.about(origin, "must hold at least one [[rule]] with pattern = '...(?P<label>...)'.")
        return cls(tuple(_rule(each, f"rule {place} of {origin}") for place, each in enumerate(listed, 1)))

    @property
    def only(self) -> bool:
        """Whether nothing but rules is tried."""
        return any(rule.only for rule in self.rules)

    @property
    def digest(self) -> str:
        """SHA-256 of the rules, or nothing without any."""
        if not self.rules:
            return ""
        plain = [[rule.pattern, rule.which, rule.only] for rule in self.rules]
        return f"sha256:{sha256(json.dumps(plain, ensure_ascii=False).encode()).hexdigest()}"


def _rule(content: object, origin: str) -> Rule:
    if not isinstance(content, Mapping):
        raise SettingError.about(origin, f"must be a table; found {content!r}.")
    for key in content:
        if key not in SETTINGS:
            raise SettingError.about(origin, f"has no setting {key!r}.{suggestion(key, SETTINGS)}")
    which, only = content.get("which", LAST), content.get("only", False)
    if which not in (FIRST, LAST):  # a tuple: TOML may hold what no set can
        raise SettingError.about(origin, f"needs 'first' or 'last' as `which`; found {which!r}.")
    if not isinstance(only, bool):
        raise SettingError.about(origin, f"needs true or false as `only`; found {only!r}.")
    return Rule(_pattern(content.get("pattern"), origin), which, only)


def _pattern(pattern: object, origin: str) -> str:
    if not isinstance(pattern, str) or not pattern:
        raise SettingError.about(origin, f"needs a text as `pattern`; found {pattern!r}.")
    try:
        with catch_warnings(action="ignore", category=FutureWarning):  # of what later versions of Python may do
            groups = re.compile(pattern).groupindex
    except (re.error, RecursionError, OverflowError) as error:
        raise SettingError.about(origin, f"has a pattern that does not compile: {error}. Correct it.") from None
    if GROUP not in groups:
        raise SettingError.about(
            origin, "has a pattern without the group that holds the label. Write it as (?P<label>...)."
        )
    return pattern
