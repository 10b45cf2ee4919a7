"""The tables by which outputs are read: cues, keys, markers, negators, fillers, refusals."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from hashlib import sha256
from typing import Any, NoReturn, TypeVar

from mercalli.errors import ProfileError
from mercalli.text.words import suggestion

Words = tuple[str, ...]
Section = TypeVar("Section")


@dataclass(frozen=True)
class Cues:
    """Words that announce a label, and what may stand around them."""

    strong: Words
    weak: Words
    scales: Words
    plural: Words
    before: Words
    behind: Words
    of: Words
    copulas: Words
    pointers: Words


@dataclass(frozen=True)
class Statements:
    """Sentences that name a label without a cue, and words that make an answer final."""

    placing: Words
    choosing: Words
    naming: Words
    finals: Words
    conclusions: Words


@dataclass(frozen=True)
class Keys:
    """Keys of objects and beginnings of lines that hold no answer, and words of scores and flags."""

    never: Words
    explaining: Words
    listing: Words
    scores: Words
    failures: Words
    refusals: Words
    yes: Words
    no: Words
    approvals: Words
    revoking: Words
    denying: Words


@dataclass(frozen=True)
class Echo:
    """Beginnings of lines that repeat a message or start a new one."""

    message: Words
    turn: Words


@dataclass(frozen=True)
class Silence:
    """Words for nothing."""

    markers: Words


@dataclass(frozen=True)
class Negation:
    """Words that negate, before a class or after it, and what ends their reach."""

    before: Words
    after: Words
    harmless: Words
    clause_ends: Words
    flags: Words
    withdrawn: Words
    questions: Words
    affirmed: Words
    conditions: Words
    harmless_conditions: Words


@dataclass(frozen=True)
class Prose:
    """Words around a class that say nothing of their own."""

    leads: Words
    fillers: Words
    reasons: Words
    joints: Words
    retractions: Words
    introducing: Words
    tentative: Words
    supposing: Words
    foreign: Words
    orders: Words
    attributions: Words
    limits: Words
    asides: Words
    topics: Words
    grounds: Words
    following: Words
    nouns: Words
    contrasting: Words
    describing: Words


@dataclass(frozen=True)
class Refusals:
    """How models and providers refuse, and how models abstain."""

    person: Words
    inability: Words
    verbs: Words
    decisive: Words
    elsewhere: Words
    blocks: Words
    abstentions: Words


@dataclass(frozen=True)
class Failures:
    """Texts of failed calls."""

    texts: Words
    starts: Words


@dataclass(frozen=True)
class Templates:
    """Marks that programs put around what a model says."""

    reasoning: Words
    opens: Words
    replies: Words
    ends: Words
    fences: Words


@dataclass(frozen=True)
class Sets:
    """Where there may be any number of labels: what stands between them, and words for none."""

    joints: Words
    doubts: Words
    nothing: Words


@dataclass(frozen=True)
class AnswerTables:
    """All tables, checked; `digest` is that of what they say, whatever their layout."""

    version: int
    cues: Cues
    statements: Statements
    keys: Keys
    echo: Echo
    silence: Silence
    negation: Negation
    prose: Prose
    refusals: Refusals
    failures: Failures
    templates: Templates
    sets: Sets
    digest: str

    @classmethod
    def check(cls, content: Mapping[str, Any], origin: str = "the answer tables") -> AnswerTables:
        """The tables from what a TOML file says, or a named error."""
        _only(content, ("version", *SECTIONS), origin)
        version = content["version"]
        if isinstance(version, bool) or not isinstance(version, int):
            _fail(origin, f"need a whole number as 'version'; found {version!r}")
        sections = {name: _section(kind, content[name], f"{name!r} of {origin}") for name, kind in SECTIONS.items()}
        canonical = json.dumps(content, sort_keys=True, ensure_ascii=False)
        return cls(version=version, digest=f"sha256:{sha256(canonical.encode()).hexdigest()}", **sections)


SECTIONS: dict[str, type[Any]] = {
    "cues": Cues,
    "statements": Statements,
    "keys": Keys,
    "echo": Echo,
    "silence": Silence,
    "negation": Negation,
    "prose": Prose,
    "refusals": Refusals,
    "failures": Failures,
    "templates": Templates,
    "sets": Sets,
}


def _section(kind: type[Section], content: object, origin: str) -> Section:
    if not isinstance(content, Mapping):
        _fail(origin, f"must be a table; found {content!r}")
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    _only(content, names, origin)
    return kind(**{name: _words(content[name], f"{name!r} in {origin}") for name in names})


def _words(content: object, origin: str) -> Words:
    if not isinstance(content, list) or not all(isinstance(each, str) and each.strip() for each in content):
        _fail(origin, "must be a list of texts that are not empty")
    return tuple(dict.fromkeys(word.lower() for word in content))


def _only(content: Mapping[str, Any], known: tuple[str, ...] | list[str], origin: str) -> None:
    for key in content:
        if key not in known:
            _fail(origin, f"have no setting {key!r}.{suggestion(key, known)}")
    for key in known:
        if key not in content:
            _fail(origin, f"lack {key!r}")


def _fail(origin: str, problem: str) -> NoReturn:
    raise ProfileError.about(origin, f"{problem}.")
