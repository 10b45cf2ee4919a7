"""The tables and the names of the classes, compiled once for all outputs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from mercalli.inputs.answers.answer import Answer
from mercalli.inputs.answers.clauses import Clauses
from mercalli.inputs.answers.names import Names, is_short, word_form
from mercalli.inputs.answers.negation import Negators
from mercalli.inputs.answers.options import Options
from mercalli.inputs.answers.patterns import TOKEN_SPLIT, UNSPACED, Gated, any_of
from mercalli.inputs.answers.plain import lower
from mercalli.inputs.answers.reasoning import Marks
from mercalli.inputs.answers.refusals import Silences
from mercalli.inputs.answers.tables import AnswerTables, Cues, Prose
from mercalli.inputs.classes import ClassList

ARTICLES = r"(?:an?|the|any|some|une?|una|uno|eine?|einen|uma?|el|la|le|les|der|die|das|to)"
REASON = r"(?=\W+[^\W_]+\W+[^\W_]|[^\n]*[^\x00-\x7f])"  # two words or more: not "business as usual"
COMMON = frozenset({"other", "others", "none", "true", "false", "unknown"})


class Surroundings(NamedTuple):
    """Patterns of the words that may stand before, after and between classes."""

    lead: re.Pattern[str]
    joint: re.Pattern[str]
    listed: re.Pattern[str]
    reason: re.Pattern[str]
    retraction: Gated
    said_of: re.Pattern[str]

    @classmethod
    def of(cls, prose: Prose, cues: Cues) -> Surroundings:
        """From the tables."""
        labels = any_of((*cues.strong, "fit", "match", "choice"))
        leads, joints = any_of(prose.leads), any_of(prose.joints)
        return cls(
            lead=re.compile(rf"['\"(\[]?(?:{leads}[,:]?\s['\"]?){{0,4}}"),
            joint=re.compile(
                rf"['\")\]]?(?:\s\d{{1,4}}\b(?!\.\d))?[\s,/&+|;]*(?:{joints}\s?){{0,2}}(?:{leads}\s){{0,3}}['\"(\[]?"
            ),
            listed=re.compile(rf"\s?[,/]?\s?(?:(?:{joints}|nor)\s?)?(?:{ARTICLES}\s)?"),
            reason=re.compile(rf"['\"]?\s{any_of(prose.reasons)}{REASON}"),
            retraction=Gated.of(
                rf"(?:\A|[.!?\n]|\s-\s)[\s*_(\[-]{{0,8}}({any_of(prose.retractions)})(?=\s?[,.!?:;\n-]|\s?\Z)",
                prose.retractions,
            ),
            said_of=re.compile(
                rf"['\"]?\s(?:{any_of(cues.copulas)}\s(?:{any_of(cues.before)}\s){{0,3}}{labels}|{any_of(prose.describing)}\s(?:it|this|the)\b)"
            ),
        )


@dataclass(frozen=True)
class Lexicon:
    """What is known about classes, options and language."""

    classes: ClassList
    tables: AnswerTables
    options: Options

    @cached_property
    def values(self) -> dict[str, Answer]:
        """What short values said that were read before."""
        return {}

    @cached_property
    def names(self) -> Names:
        """The names of the classes."""
        return Names(self.classes)

    @cached_property
    def clauses(self) -> Clauses:
        """Clauses that introduce an answer."""
        return Clauses(self.tables)

    @cached_property
    def negators(self) -> Negators:
        """Words that negate."""
        return Negators(self.tables.negation)

    @cached_property
    def marks(self) -> Marks:
        """Reasoning tags and template tokens."""
        return Marks(self.tables.templates)

    @cached_property
    def silences(self) -> Silences:
        """Refusals, abstentions and failed calls."""
        return Silences(self.tables.refusals, self.tables.failures)

    @cached_property
    def around(self) -> Surroundings:
        """Words around classes."""
        return Surroundings.of(self.tables.prose, self.tables.cues)

    @cached_property
    def markers(self) -> frozenset[str]:
        """Words for nothing, except those that name a class."""
        return frozenset(word for word in self.tables.silence.markers if self.names.bare(word) is None)

    @cached_property
    def fillers(self) -> frozenset[str]:
        """Words that say nothing of their own, in the form in which words are matched."""
        prose, negation = self.tables.prose, self.tables.negation
        phrases = (*prose.fillers, *prose.joints, *negation.before, *negation.clause_ends)
        words = (word for phrase in phrases for word in TOKEN_SPLIT.findall(phrase))
        return frozenset(word_form(word) for word in words)

    @cached_property
    def unspaced_fillers(self) -> re.Pattern[str]:
        """The same in scripts that write no blanks."""
        unspaced = re.compile(f"[{UNSPACED}]+")
        return re.compile(any_of(word for word in self.tables.prose.fillers if unspaced.fullmatch(word)))

    @cached_property
    def in_prose(self) -> frozenset[int]:
        """Classes that one of their own names can stand for in prose: neither short nor a common word."""
        spelt = self.names.spellings.items()
        return frozenset(code for text, code in spelt if not is_short(text) and text.lower() not in COMMON)

    def kept(self, text: str) -> str:
        """What stands after everything that a text takes back."""
        retractions = list(self.around.retraction.finditer(lower(text)))
        return text[retractions[-1].start(1) :] if retractions else text

    def answer(self, code: int) -> Answer:
        """The class at a position."""
        return Answer.of(self.classes.names[code])

    def bare(self, text: str) -> Answer | None:
        """The class that a text is as a whole."""
        code = self.names.bare(text)
        return None if code is None else self.answer(code)

    def is_marker(self, text: str) -> bool:
        """Whether a text is a word for nothing."""
        said = text.strip()
        return len(said) <= self._longest_marker and said.lower() in self.markers

    @cached_property
    def _longest_marker(self) -> int:
        return max(map(len, self.markers), default=0)
