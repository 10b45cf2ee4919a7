"""Patterns of cues: where a text says that a label follows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from mercalli.inputs.answers.patterns import LETTER, Gated, any_of
from mercalli.inputs.answers.tables import AnswerTables

MOST_FIRST, MOST_LAST = 10, 40  # statements that are looked at
BOXED = re.compile(r"\\boxed ?\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}")
HASHES = re.compile(r"^#### ?([^\n]+)", re.MULTILINE)
ARROW = re.compile(r"-> ?([^\n>]+)$", re.MULTILINE)
JUST_BEFORE = 40
LISTING = re.compile(r"\s?(?:exactly )?one of\b")  # the task, repeated


class Cue(NamedTuple):
    """A place where a text offers a value.

    Attributes:
        start: Where the cue begins.
        value: Where its value begins.
        strong: Whether a value that is no class decides too.
        plural: Whether several labels may be listed.
        opens: Whether it opens a line or sentence with a cue word.
        scale: Whether a letter or number after it is a degree, and no option.
    """

    start: int
    value: int
    strong: bool
    plural: bool = False
    opens: bool = False
    scale: bool = False


@dataclass(frozen=True)
class CuePatterns:
    """Patterns from the tables; all look at small letters."""

    tables: AnswerTables

    @cached_property
    def _cue(self) -> str:
        cues = self.tables.cues
        return f"(?:(?P<strong>{any_of(cues.strong)})|(?P<weak>{any_of(cues.weak)}))"

    @cached_property
    def _before(self) -> str:
        return rf"(?:{any_of(self.tables.cues.before)} ?){{0,5}}"

    @cached_property
    def _after(self) -> str:
        """What may stand between a cue and its sign: a number, "final", "of this message"."""
        cues, finals = self.tables.cues, any_of(self.tables.statements.finals)
        of, behind = any_of(cues.of), any_of(cues.behind)
        aside = rf"(?: ?\([^()\n]{{1,30}}\))?(?: {of} [^:=\n.?!]{{1,50}}?)?"
        return rf"(?:\(s\)| ?#?\d{{1,2}})?(?: ?{behind})?(?: {finals})?{aside}"

    @cached_property
    def _copula(self) -> str:
        return any_of(self.tables.cues.copulas)

    @cached_property
    def _opening(self) -> Gated:
        sign = rf" ?(?:[:=]|->|(?P<bar>\|)|-(?= )|{self._copula} ?:?)"
        pattern = rf"(?:^|[.!?;,(\u25a1] ?|- ){self._before}{self._cue}{self._after}{sign}"
        return Gated.of(pattern, (*self.tables.cues.strong, *self.tables.cues.weak))

    @cached_property
    def _saying(self) -> Gated:
        cues = self.tables.cues
        before = rf"(?:{any_of(cues.before)} ?){{1,5}}"
        return Gated.of(rf"{before}{any_of(cues.strong)}{self._after} ?{self._copula} ?:?", cues.strong, cues.copulas)

    @cached_property
    def _placing(self) -> Gated:
        words = self.tables.statements
        verbs = (*words.placing, *words.choosing, *words.naming)
        return Gated.of(rf"{any_of(verbs)} ?:?", verbs)

    @cached_property
    def _final(self) -> Gated:
        words, cues = self.tables.statements, self.tables.cues
        finals, cue = any_of(words.finals), any_of((*cues.strong, *cues.weak))
        sign = rf"{self._after} ?(?:[:=]|->|-(?= )|{self._copula} ?:?)"
        near = rf"{finals} ?(?:{LETTER}{{1,30}} ){{0,3}}?{cue}{sign}|{cue} {finals}{sign}"
        return Gated.of(rf"{near}|(?:^|[.!?] ){finals} ?:", words.finals)

    @cached_property
    def _concluding(self) -> Gated:
        words = self.tables.statements
        strong, verbs = any_of(self.tables.cues.strong), any_of((*words.placing, *words.choosing, *words.naming))
        said = rf"{strong}{self._after} ?(?:{self._copula}|[:=]) ?:?"
        return Gated.of(rf"{any_of(words.conclusions)}[^.\n!?]{{1,80}}?(?P<said>{said}|{verbs})", words.conclusions)

    @cached_property
    def _tags(self) -> re.Pattern[str]:
        cues = self.tables.cues
        words = "|".join(re.escape(word).replace(r"\ ", "[ _-]") for word in (*cues.strong, *cues.weak))
        return re.compile(rf"[<\[](?:(?:final|predicted|primary)[ _-]?)?(?:{words})[>\]](?P<value>[^<\[]*)")

    @cached_property
    def _negated(self) -> re.Pattern[str]:
        words = self.tables.negation
        return re.compile(rf"(?:{any_of(words.before)}|{LETTER}n't)(?:\s{LETTER}+){{0,5}}\s?\Z")

    @cached_property
    def _unlabelled(self) -> Gated:
        """A cue that is negated itself: "not the label:"."""
        strong = self.tables.cues.strong
        return Gated.of(rf"{any_of(self.tables.negation.before)} {self._before}{any_of(strong)} ?[:=]", strong)

    @cached_property
    def _clause_end(self) -> re.Pattern[str]:
        return re.compile(rf"[.;:!?,\n]|{any_of(self.tables.negation.clause_ends)}")

    def _directly_negated(self, low: str, start: int) -> bool:
        return self._negated.search(low[max(start - JUST_BEFORE, 0) : start].rpartition("\n")[2]) is not None

    def statements(self, low: str) -> list[Cue]:
        """Every statement that names a label."""
        plural, scales = set(self.tables.cues.plural), set(self.tables.cues.scales)
        found = [
            Cue(
                each.start(),
                each.end(),
                each["strong"] is not None and not each["bar"],
                each["strong"] in plural,
                opens=True,
                scale=each["weak"] in scales,
            )
            for each in self._opening.finditer(low)
        ]
        found += [cue for cue in self._sentences(low) if not self._directly_negated(low, cue.start)]
        return _few(sorted(cue for cue in found if not LISTING.match(low, cue.value)))

    def denied(self, low: str) -> list[tuple[int, int]]:
        """Where a sentence names a label to deny it, up to the end of the clause."""
        cues = [cue for cue in self._sentences(low) if self._directly_negated(low, cue.start)]
        cues += [Cue(each.start(), each.end(), strong=False) for each in self._unlabelled.finditer(low)]
        ends = ((cue, self._clause_end.search(low, cue.value)) for cue in _few(cues))
        return [(cue.start, end.start() if end else len(low)) for cue, end in ends]

    def _sentences(self, low: str) -> Iterator[Cue]:
        """Every sentence that names a label, whether or not it is denied."""
        for strong, pattern in ((True, self._saying), (False, self._placing)):
            for each in pattern.finditer(low):
                yield Cue(each.start(), each.end(), strong)

    def finals(self, low: str) -> list[Cue]:
        """Every place that says that an answer is final; those that do not decide without a class are weak."""
        found = [Cue(each.start(), each.end(), strong=True) for each in self._final.finditer(low)]
        found += [
            Cue(each.start(), each.end(), strong=False)
            for each in self._concluding.finditer(low)
            if not self._directly_negated(low, each.start("said"))
        ]
        return _few(sorted(found))

    def contained(self, text: str, low: str) -> Iterator[tuple[int, int, bool]]:
        """Where a value stands in a box, in tags or after hashes, and whether it decides without a class."""
        for each in BOXED.finditer(text) if "\\boxed" in text else ():
            yield *each.span(1), True
        for each in self._tags.finditer(low) if "<" in text or "[" in text else ():
            yield *each.span("value"), each[0][0] == "<"
        for each in HASHES.finditer(text) if "####" in text else ():
            yield *each.span(1), False


def _few(cues: list[Cue]) -> list[Cue]:
    return cues if len(cues) <= MOST_FIRST + MOST_LAST else cues[:MOST_FIRST] + cues[-MOST_LAST:]
