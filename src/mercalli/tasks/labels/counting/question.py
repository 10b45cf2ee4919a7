"""What a statistic of labels counts, and by which rules: its header, checked."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any

from mercalli.errors import MercalliError, StatisticError
from mercalli.inputs.classes import ClassList
from mercalli.inputs.labels import Policy
from mercalli.stats.entries import WEIGHT, WEIGHT_SQ
from mercalli.stats.statistic import Statistic, in_order

TRUTH = "truth"
OTHER = "(other)"  # every prediction outside the classes: what it says may be anything
GROUPS = (16, 32, 64, 128, 256)
HASH = "sha256"


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


@dataclass(frozen=True)
class LabelQuestion:
    """The header of a statistic of labels.

    Attributes:
        systems: What the systems are called.
        by: Columns to slice by.
        context: Columns that the profile varies its weights by.
        unit: The column of units.
        classes: The classes, in order.
        declared: Whether they were declared, or are those of the truth.
        profile: The name and the digest of the profile.
        policy: What was done about missing labels and others outside the classes.
        weighted: Whether rows have weights.
        units: How units are named, if there are units.
    """

    systems: tuple[str, ...]
    by: tuple[str, ...]
    context: tuple[str, ...]
    unit: str | None
    classes: tuple[str, ...]
    declared: bool
    profile: tuple[str, str]
    policy: Policy
    weighted: bool
    units: Units | None

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> LabelQuestion:
        """From a header; whatever does not fit raises something."""
        roles, classes, profile, units = given["roles"], given["classes"], given["profile"], given["units"]
        return cls(
            systems=tuple(map(_text, roles["systems"])),
            by=tuple(map(_text, roles["by"])),
            context=tuple(map(_text, roles["context"])),
            unit=None if roles["unit"] is None else _text(roles["unit"]),
            classes=tuple(map(_text, classes["names"])),
            declared=_flag(classes["declared"]),
            profile=(_text(profile["name"]), _text(profile["digest"])),
            policy=Policy(**given["policy"]),
            weighted=_flag(given["weighted"]),
            units=None if units is None else Units(units.get("groups"), units.get("key")),
        )

    @property
    def json(self) -> dict[str, Any]:
        """As a header has it."""
        return {
            "roles": {
                "systems": list(self.systems),
                "by": list(self.by),
                "context": list(self.context),
                "unit": self.unit,
            },
            "classes": {"names": list(self.classes), "declared": self.declared},
            "profile": dict(zip(("name", "digest"), self.profile, strict=True)),
            "policy": asdict(self.policy),
            "weighted": self.weighted,
            "units": None if self.units is None else self.units.json,
        }

    @property
    def columns(self) -> dict[str, str]:
        """Columns of the data, and what they are called among the entries."""
        named = {
            **{name: f"context:{name}" for name in self.context},
            **{name: f"by:{name}" for name in self.by},
            **({} if self.unit is None else {self.unit: f"unit:{self.unit}"}),
        }
        return {**named, TRUTH: TRUTH, **{name: f"pred:{name}" for name in self.systems}}

    @property
    def sums(self) -> list[str]:
        """What entries have besides their rows."""
        return [WEIGHT, WEIGHT_SQ] if self.weighted else []

    @property
    def class_list(self) -> ClassList:
        """The classes as labels are checked against them."""
        return ClassList.check(self.classes) if self.declared else ClassList(self.classes, declared=False)

    def faults(self) -> list[str]:
        """What a header that somebody wrote may have wrong."""
        names = [TRUTH, *self.systems, *(name for name in (*self.by, *self.context) if name != self.unit)]
        listed = [*names, *([] if self.unit is None else [self.unit])]
        texts = [*listed, *self.classes, *self.profile]
        checks = {
            "an empty name": all(each for each in texts),
            "no system, or two parts of one name": bool(self.systems) and len(set(names)) == len(names),
            "an unknown number of groups": self.units is None or self.units.groups in (None, *GROUPS),
            "units without a column": (self.units is None) == (self.unit is None),
            "groups without a key": self.units is None or (self.units.groups is None) == (self.units.key is None),
            "no class, or one twice": bool(self.classes) and len(set(self.classes)) == len(self.classes),
        }
        return [what for what, holds in checks.items() if not holds]


def checked(statistic: Statistic) -> LabelQuestion:
    """The header of a statistic, refused where it does not fit its task or its entries."""
    try:
        question = LabelQuestion.read(statistic.question)
        faults = question.faults()
        _ = question.class_list
        same = json.dumps(in_order(question.json)) == json.dumps(in_order(statistic.question))
    except (KeyError, TypeError, ValueError, AttributeError, MercalliError) as error:
        raise _misfit(statistic, f"what it says of its classes and columns cannot be read ({error})") from None
    if faults or not same:
        raise _misfit(statistic, f"it has {faults[0] if faults else 'settings that no statistic of labels has'}")
    names = [*question.columns.values(), "rows", *question.sums]
    if names != statistic.entries.names:
        raise _misfit(statistic, f"its columns must be {', '.join(names)}; found {', '.join(statistic.entries.names)}")
    _check_labels(question, statistic)
    return question


def _check_labels(question: LabelQuestion, statistic: Statistic) -> None:
    """Refuse labels that are none of the classes."""
    for name in (TRUTH, *(f"pred:{system}" for system in question.systems)):
        known: Sequence[str] = question.classes if name == TRUTH else (*question.classes, OTHER)
        strange = [value for value in statistic.entries.columns[name].values if value not in known]
        if strange:
            raise _misfit(statistic, f"{name!r} holds {strange[0]!r}, which is none of the classes of its header")


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(value)
    return value


def _misfit(statistic: Statistic, why: str) -> StatisticError:
    return StatisticError.broken(statistic.origin, why)
