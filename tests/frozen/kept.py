"""The results that are kept, and where one that is made now differs from it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

import mercalli
from tests.frozen.calls import PLAIN, SEALED

KEPT = Path(__file__).parent
FIRST = "0.1.0"
KINDS = frozenset(
    {
        "evaluation",
        "comparison",
        "decisions",
        "ranked",
        "alerts",
        "uplift",
        "survival",
        "cheers",
        "multilabel",
        "fire",
        "perimeters",
        "fire_case",
        "fire_field",
        "advice",
        "feedback",
    }
)
FORM = "(form)"
# What may differ from machine to machine, as regular expressions for whole paths: versions of Mercalli, Python and
# numpy; and in feedback the digest of the model, whose card holds such versions.
VARYING = r"(.*\.)?provenance\.versions\..*"
VARYING_IN = {"feedback": r"digest"}
GROWING = frozenset({"metrics_catalogue", "public_names"})  # what is new in them is no difference


@dataclass(frozen=True)
class Intended:
    """A difference that is wanted: why, and at which paths (regular expressions for whole paths)."""

    reason: str
    paths: tuple[str, ...]


# By the name of the call. Every entry stands in the changelog too.
INTENDED: dict[str, Intended] = {
    "evaluate_lenient": Intended(
        "notes say the coverage, and the labels outside the classes", (r"systems\[.*\]\.notes\[.*\]",)
    ),
}
# In every call that has them: fields that came later.
NEWER = Intended("what each system answered is kept", (r"(systems\[[^]]*\]\.)?answers(\..*)?",))


@dataclass(frozen=True)
class Difference:
    """One place where a result is not what was kept, and why that is wanted, if it is."""

    path: str
    words: str
    reason: str | None

    def __str__(self) -> str:
        return self.words if self.reason is None else f"{self.words}  [intended: {self.reason}]"


def file_of(name, version=FIRST):
    """Where a call's answer is kept; answers that are no sealed results have a folder of their own."""
    folder = KEPT / version
    return (folder / "plain" if name in PLAIN else folder) / f"{name}.json"


def kept_text(name, version=FIRST):
    """The answer that is kept."""
    return file_of(name, version).read_text(encoding="utf-8")


def differences(name, before, after, tolerance=0.0):
    """All places where two answers of a call differ, but for what may vary; numbers by more than the tolerance.

    Lists are compared by the names of their entries. Where nothing differs so, the order of lists and fields, missing
    fields and whole numbers are compared as well: that is one difference, of form.
    """
    one, two = json.loads(before), json.loads(after)
    kind = one.get("mercalli") if name in SEALED else None
    read = mercalli.from_json if name in SEALED else json.loads
    found = mercalli.diff(read(before), read(after), tolerance=tolerance)
    new = [each for each in found if name in GROWING and each.before is None]
    changes = [(each.path, str(each)) for each in found if each not in new and not _varies(each.path, kind)]
    if not changes and not new and _form(one) != _form(two):
        changes = [(FORM, f"{FORM}: same values, but other fields, another order, or whole numbers for others")]
    return [Difference(path, words, _reason(name, path)) for path, words in changes]


def _varies(path, kind):
    return re.fullmatch(VARYING, path) or (kind in VARYING_IN and re.fullmatch(VARYING_IN[kind], path))


def _reason(name, path):
    wanted = (each for each in (INTENDED.get(name), NEWER) if each is not None)
    return next((each.reason for each in wanted if any(re.fullmatch(part, path) for part in each.paths)), None)


def _form(value):
    """Fields and entries in their order, texts as they are, and of numbers the type alone."""
    if isinstance(value, dict):
        return [(key, _form(each)) for key, each in value.items() if key not in {"versions", "seal", "digest"}]
    if isinstance(value, list):
        return [_form(each) for each in value]
    return type(value).__name__ if isinstance(value, int | float) else value
