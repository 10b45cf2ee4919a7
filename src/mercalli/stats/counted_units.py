"""How a statistic names units: by groups that only holders of a key can tell, or as they are."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from mercalli.errors import SettingError
from mercalli.inputs.tally import Column

GROUPS = (16, 32, 64, 128, 256)
HASH = "sha256"
KEY = re.compile(rf"{HASH}:[0-9a-f]{{16}}")


@dataclass(frozen=True)
class Units:
    """How units are named: by groups that only holders of the key can tell, or as they are.

    Attributes:
        groups: How many groups; none where units are named.
        key: What tells the key from others, without telling the key.
    """

    groups: int | None = None
    key: str | None = None

    @classmethod
    def keyed(cls, groups: int, key: bytes) -> Units:
        """Groups by a key."""
        return cls(groups, f"{HASH}:{sha256(b'mercalli key: ' + key).hexdigest()[:16]}")

    @classmethod
    def read(cls, given: Mapping[str, Any] | None) -> Units | None:
        """From a header; whatever does not fit raises something."""
        if given is None:
            return None
        found = cls(given.get("groups"), given.get("key"))
        if found.groups is not None and (type(found.groups) is not int or found.groups not in GROUPS):
            raise ValueError("an unknown number of groups")
        if (found.groups is None) != (found.key is None):
            raise ValueError("groups without a key")
        if found.key is not None and not KEY.fullmatch(found.key):
            raise ValueError("a key that is none")
        return found

    @classmethod
    def chosen(
        cls, unit: str | None, by: Sequence[str], groups: int, key: bytes | None, *, public: bool
    ) -> Units | None:
        """How units are named, or why they cannot be."""
        if groups not in GROUPS:
            raise SettingError.outside("groups", groups, f"one of {', '.join(map(str, GROUPS))}")
        if unit is None:
            if public:
                raise SettingError.named("public_units", "is for a unit, and none is named. Name it with `unit`.")
            return None
        if public:
            return cls()
        if unit in by:
            raise SettingError.named(
                "by",
                f"names the unit {unit!r}, so units would stand there one by one. Leave it out, or say public_units.",
            )
        if key is None:
            raise SettingError.named(
                "unit",
                "needs a key: units are put into groups by it, so that nobody can look one up. Give `key`, or "
                "`public_units` if their names are no secret.",
            )
        return cls.keyed(groups, key)

    def named(self, units: Column, key: bytes | None) -> Column:
        """A column of units as they are named: by their groups, or as they are."""
        if self.groups is None:
            return units
        return replace(units, values=tuple(group_of(str(unit), key or b"", self.groups) for unit in units.values))

    def strange(self, values: Sequence[object]) -> object | None:
        """A value that is no group; none where units are named."""
        known = None if self.groups is None else {f"{at:02x}" for at in range(self.groups)}
        return None if known is None else next((each for each in values if each not in known), None)

    @property
    def json(self) -> dict[str, Any]:
        """As a header has it."""
        if self.groups is None:
            return {"scope": "names"}
        return {"scope": "groups", "groups": self.groups, "hash": HASH, "key": self.key}


def group_of(unit: str, key: bytes, groups: int) -> str:
    """The group of a unit: the same wherever it is counted.

    >>> group_of("document 7", b"a key of a study", 256), group_of("document 7", b"a key of a study", 16)
    ('8d', '08')
    """
    return f"{sha256(key + unit.encode()).digest()[0] * groups // 256:02x}"
