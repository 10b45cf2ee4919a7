"""What a profile says of the outputs of language models: options of the prompt, patterns, and words before a label."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mercalli.errors import MercalliError
from mercalli.inputs.answers.options import Options
from mercalli.inputs.answers.rules import Rules
from mercalli.inputs.classes import ClassList
from mercalli.profiles.table import Table

OPTIONS, RULE, CUES = "options", "rule", "cues"
RULE_START = re.compile(r"\s*\[\[\s*answers\s*\.\s*rule\s*\]\]")


@dataclass(frozen=True)
class OwnAnswers:
    """Options, rules and cues; `cues` announce a label, as in "Verdict: flood"."""

    options: Options = field(default_factory=Options)
    rules: Rules = field(default_factory=Rules)
    cues: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing is said."""
        return self == OwnAnswers()


def own_answers(table: Table, classes: Sequence[str], aliases: Mapping[str, str]) -> OwnAnswers:
    """From the part [answers] of a profile; a mistake is told with its line."""
    table.only((OPTIONS, RULE, CUES))
    return OwnAnswers(_options(table, ClassList(tuple(classes), aliases)), _rules(table), _cues(table))


def _options(table: Table, classes: ClassList) -> Options:
    """Options by the order of the profile's classes, whichever of them are evaluated later."""
    found = table.content.get(OPTIONS)
    if found is not None and not isinstance(found, str | list | Mapping):
        table.fail(f"'options' must be letters, numbers, a list of classes or a table; found {found!r}.", OPTIONS)
    if found and not classes.names:
        table.fail("the profile declares no classes, so that options stand for nothing. Add `classes`.", OPTIONS)
    try:
        return Options.check(found, classes)
    except MercalliError as error:
        table.fail(str(error), OPTIONS)


def _rules(table: Table) -> Rules:
    """Patterns, each as in a file of rules."""
    if RULE not in table.content:
        return Rules()
    listed = table.content[RULE]
    starts = [at for at, line in enumerate(table.toml.text.split("\n"), 1) if RULE_START.match(line)]
    if not isinstance(listed, list) or len(starts) != len(listed):
        return _checked_rules(table, listed, None)
    checked = [_checked_rules(table, [each], line).rules for each, line in zip(listed, starts, strict=True)]
    return Rules(tuple(rule for rules in checked for rule in rules))


def _checked_rules(table: Table, listed: object, line: int | None) -> Rules:
    try:
        return Rules.check({RULE: listed}, "[[answers.rule]]")
    except MercalliError as error:
        if line is None:
            table.fail(str(error), RULE)
        raise table.toml.error_at(str(error), line) from None


def _cues(table: Table) -> tuple[str, ...]:
    cues = tuple(cue.strip().lower() for cue in table.texts(CUES))
    if not all(cues):
        table.fail("'cues' must be a list of texts that are not empty.", CUES)
    return cues
