"""The public key of a challenge: which items are asked for, and what a run may say of each. It holds no truth."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from hashlib import sha256
from math import isfinite
from typing import Any

from mercalli.inputs.runs import RunField, RunForm, RunRule
from mercalli.tasks.challenge.errors import ChallengeError

Item = tuple[str, ...]


@dataclass(frozen=True)
class Key:
    """The form of a run, and the ids of all items in their own order."""

    form: RunForm
    items: tuple[Item, ...]

    @cached_property
    def places(self) -> dict[Item, int]:
        """Where each item stands."""
        return {item: place for place, item in enumerate(self.items)}

    @property
    def text(self) -> str:
        """As a file holds it: strict JSON, the same bytes for the same key."""
        content = {**asdict(self.form), "items": self.items}
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")) + "\n"

    @property
    def digest(self) -> str:
        """SHA-256 of that file."""
        return sha256(self.text.encode()).hexdigest()

    @classmethod
    def of(cls, text: str, origin: str = "the key file") -> Key:
        """What a key file says.

        >>> key = Key(RunForm(("id",), (RunField("pred", ("a", "b")),)), (("1",), ("2",)))
        >>> Key.of(key.text) == key
        True
        """
        try:
            content = json.loads(text)
            return cls(_sound(_form(content)), tuple(tuple(map(str, item)) for item in content["items"]))
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
            problem = f"{origin!r} is not a key file of a challenge. Download it again from the challenge."
            raise ChallengeError.coded("bad_key", problem) from None

    def part(self, chosen: Sequence[int]) -> Key:
        """The same form for some of the items."""
        return Key(self.form, tuple(self.items[place] for place in chosen))


def _form(content: Mapping[str, Any]) -> RunForm:
    fields = tuple(RunField(**_listed(each)) for each in content["fields"])
    rules = tuple(RunRule(**_listed(each)) for each in content["rules"])
    return RunForm(tuple(content["ids"]), fields, rules)


def _sound(form: RunForm) -> RunForm:
    """The form of a key file, which may come from anywhere: texts are texts, and rules speak of columns."""
    names = [field.name for field in form.fields]
    fields = [each for field in form.fields for each in (field.separator, *field.values)]
    rules = [each for rule in form.rules for each in (rule.name, rule.value, *rule.values)]
    ends = [end for field in form.fields for end in (field.lowest, field.highest) if end is not None]
    spoken = {name for rule in form.rules for name in (rule.field, rule.then)}
    texts = _are_texts((*form.columns, *fields, *rules))
    if not texts or not spoken <= {*names} or not all(map(isfinite, ends)):
        raise ValueError
    return form


def _are_texts(values: Iterable[object]) -> bool:
    return all(isinstance(each, str) for each in values)


def _listed(each: Mapping[str, Any]) -> dict[str, Any]:
    return {**each, "values": tuple(each["values"])}
