"""Stages 8 to 15: what a text says in prose, the strongest form first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

from mercalli.inputs.answers.answer import (
    ABSTAINED,
    AMBIGUOUS,
    FAILED,
    FINAL,
    LINE,
    MENTION,
    NEGATED,
    NO_CLASS,
    OTHER,
    PREFIX,
    READ,
    REFUSAL,
    SEVERAL,
    STATEMENT,
    Answer,
    first_answer,
)
from mercalli.inputs.answers.columns import under_heading
from mercalli.inputs.answers.confidence import is_confidence, without_confidence
from mercalli.inputs.answers.cues import ARROW, Cue, CuePatterns
from mercalli.inputs.answers.echo import BLANKED, Echoes, blanked
from mercalli.inputs.answers.lexicon import Lexicon
from mercalli.inputs.answers.objects import combined
from mercalli.inputs.answers.passage import Passage
from mercalli.inputs.answers.values import beginning, enumerated, is_degree, option, value
from mercalli.inputs.answers.wrapping import unmarked, unwrapped
from mercalli.inputs.classes import normal

LONGEST_VALUE = 400
FIRST_LINE = 14  # words of a first line that may begin with the answer
MOST_LISTED = 100
ROUND = " \n.;,(-" + BLANKED  # around a cue
ENUMERATOR = re.compile(r"\A[(\[]?\w{1,3} ?[)\].:-] ?")
NEXT_LINE = re.compile(r"[^\n]*\n\s*([^\n]+)")


@dataclass(frozen=True)
class ProseReader:
    """The stages for prose."""

    lexicon: Lexicon

    @cached_property
    def cues(self) -> CuePatterns:
        """Patterns of cues."""
        return CuePatterns(self.lexicon.tables)

    @cached_property
    def echoes(self) -> Echoes:
        """Patterns of echoes."""
        return Echoes(self.lexicon)

    def own(self, text: str, item: str | None) -> Passage:
        """The model's own words."""
        prose = _inside_quotes(unmarked(self.echoes.without_quoted_lines(text)))
        return Passage(self.lexicon, self.echoes.own_words(prose, item))

    def said(self, own: Passage) -> Answer | None:
        """Stages 8 to 10: what is said to be the answer."""
        answer = first_answer(SAID, self, own)
        found = answer is not None and answer.label is not None and answer.how in {STATEMENT, LINE}
        return SEVERAL.by(answer.how) if answer and found and self._contradicted(own, answer) else answer

    def _contradicted(self, own: Passage, answer: Answer) -> bool:
        """Whether the answer is denied, or the message is said to be another class behind its last word."""
        text, code = self.echoes.unexplained(own.text), self.lexicon.classes.index[normal(answer.label or "")]
        passage = own if text is own.text else Passage(self.lexicon, text)
        return passage.denies(code) or passage.equates_later(code)

    def rest(self, own: Passage) -> Answer:
        """Stages 11 to 15."""
        return first_answer(REST, self, own) or NO_CLASS


def final(reader: ProseReader, own: Passage) -> Answer | None:
    """Stage 8: the last final answer that holds a class; without any, what it says instead."""
    offered = [
        (start, _value_between(own, start, end), strong)
        for start, end, strong in reader.cues.contained(own.text, own.low)
    ]
    finals = [cue for cue in reader.cues.finals(own.low) if own.introduces(cue.value)]
    offered += [(cue.start, _value_after(own, cue), cue.strong) for cue in finals]
    undecided: Answer | None = None
    for _, answer, strong in sorted(offered, key=lambda each: each[0], reverse=True):
        if answer.outcome in {READ, AMBIGUOUS}:
            return answer.by(FINAL)
        if strong and undecided is None:
            undecided = answer.by(FINAL)
    return undecided


def statement(reader: ProseReader, own: Passage) -> Answer | None:
    """Stage 9: what statements say: one class, or several; or what a strong cue says instead."""
    is_open = reader.lexicon.negators.is_open
    cues = [cue for cue in reader.cues.statements(own.low) if not is_open(own.low, cue.start, cue.value)]
    answers = _without_others(own, [(cue, _value_after(own, cue)) for cue in cues])
    arrows = [*_arrows(own), *_columns(own)]
    lists = [each for cue, each in answers if cue.plural and each.outcome == AMBIGUOUS]
    single = [each for cue, each in answers if not (cue.plural and each.outcome == AMBIGUOUS)]
    named = [each for each in [*single, *arrows] if each.outcome in {READ, AMBIGUOUS}] or lists
    if named:
        verdict = combined(named) or SEVERAL
        said = verdict in arrows or any(each == verdict and own.introduces(cue.value) for cue, each in answers)
        if verdict.outcome == READ and not said:
            return None
        if verdict.outcome == READ and replaced(own, answers):
            return SEVERAL.by(STATEMENT)
        return verdict.by(PREFIX if verdict.outcome == READ and _is_prefix(own, cues) else STATEMENT)
    strong = [each for cue, each in answers if cue.strong]
    return strong[-1].by(STATEMENT) if strong else None


def replaced(own: Passage, answers: list[tuple[Cue, Answer]]) -> bool:
    """Whether the cue of a class comes again with something else: "Label: flood", and below it "Label: none"."""
    said = [(own.low[cue.start : cue.value].strip(ROUND), each.outcome == READ) for cue, each in answers]
    read = {name for name, is_read in said if is_read and name.endswith((":", "="))}
    later = takewhile(lambda each: not each[1], reversed(said))
    return any(name in read for name, _ in later)


def _without_others(own: Passage, answers: list[tuple[Cue, Answer]]) -> list[tuple[Cue, Answer]]:
    """Statements without those that are not the model's own and stand before one that is."""
    if len(answers) == 1:
        return answers
    said = [cue.start for cue, each in answers if each.outcome in {READ, AMBIGUOUS} and own.introduces(cue.value)]
    last = max(said, default=-1)
    return [(cue, each) for cue, each in answers if cue.start >= last or own.introduces(cue.value)]


def line(reader: ProseReader, own: Passage) -> Answer | None:
    """Stage 10: lines that are a class; a first line that begins with one; an option on the first or last line."""
    lines = [text for text in own.text.split("\n") if text.strip(f" {BLANKED}")]
    whole = [each for each in (_whole_line(reader.lexicon, text) for text in dict.fromkeys(lines)) if each]
    if whole:
        several = len({each.label for each in whole}) > 1
        scored = own.scored() if several else None
        return scored or (combined(whole) or SEVERAL).by(LINE)
    if not lines:
        return None
    first = Passage(reader.lexicon, unwrapped(lines[0]))
    if len(first.text.split()) <= FIRST_LINE and not lines[0].endswith("?"):
        opened = first.scored() or enumerated(first, texts=False) or beginning(first)
        if opened:
            return opened.by(opened.how or LINE)
    options = [option(reader.lexicon, unwrapped(text)) for text in (lines[0], lines[-1])]
    found = [each for each in options if each]
    return (combined(found) or SEVERAL).by(LINE) if found else None


def failure(reader: ProseReader, own: Passage) -> Answer | None:
    """Stage 11: the text of a failed call."""
    return FAILED if reader.lexicon.silences.failed(own.low) else None


def refusal(reader: ProseReader, own: Passage) -> Answer | None:
    """Stage 12: a refusal."""
    return REFUSAL if reader.lexicon.silences.refused(own.low) else None


def mention(reader: ProseReader, own: Passage) -> Answer | None:
    """Stage 13: the only class that is named, outside of explanations and of what is denied."""
    text = blanked(reader.echoes.unexplained(own.text), reader.cues.denied(own.low))
    passage = own if text is own.text else Passage(reader.lexicon, text)
    if not passage.mentions:
        return None
    answer = passage.scored() or passage.only()
    if answer is not None:
        return answer.by(answer.how or MENTION)
    if passage.standing:
        return None
    several = len({each.code for each in passage.affirmed}) > 1
    return SEVERAL.by(MENTION) if several else NEGATED.by(MENTION)


def abstention(reader: ProseReader, own: Passage) -> Answer | None:
    """Stage 14: it says that it does not know."""
    return ABSTAINED if reader.lexicon.silences.abstained(own.low) else None


Stage = Callable[[ProseReader, Passage], Answer | None]
SAID: tuple[Stage, ...] = (final, statement, line)
REST: tuple[Stage, ...] = (failure, refusal, mention, abstention)


def _inside_quotes(prose: str) -> str:
    """Prose without quotes around the whole."""
    quoted = len(prose) > 1 and prose[0] == prose[-1] == '"' and prose.count('"') == len('""')
    return prose[1:-1] if quoted else prose


def _value_after(own: Passage, cue: Cue) -> Answer:
    """The rest of the line after a cue, or the next line if that says nothing."""
    end = own.text.find("\n", cue.value)
    rest = own.text[cue.value : end if end >= 0 else len(own.text)]
    said = rest.strip(f" :*-{BLANKED}")
    if not said.strip(".") or said.lower().rstrip(".:!") in own.lexicon.tables.cues.pointers:
        following = NEXT_LINE.match(own.text, cue.value) if BLANKED not in rest else None
        rest = _listed(own, following) if following else rest
    return OTHER if cue.scale and is_degree(own.lexicon, rest) else _value(own, rest)


def _listed(own: Passage, following: re.Match[str]) -> str:
    """The line after a cue; if it begins a list of classes, all of them."""
    lines = own.text[following.start(1) :].split("\n")
    classes = list(takewhile(lambda text: own.lexicon.bare(unwrapped(text)), lines[:MOST_LISTED]))
    return ", ".join(classes) if len(classes) > 1 else following[1]


def _value_between(own: Passage, start: int, end: int) -> Answer:
    return _value(own, own.text[start:end])


def _value(own: Passage, text: str) -> Answer:
    if BLANKED in text and not text.strip(f" .:\"'{BLANKED}"):
        return OTHER
    return value(own.lexicon, text[:LONGEST_VALUE].replace(BLANKED, " "))


def _arrows(own: Passage) -> Iterator[Answer]:
    for found in ARROW.finditer(own.text) if "->" in own.text else ():
        answer = own.lexicon.bare(unwrapped(found[1]))
        if answer:
            yield answer


def _columns(own: Passage) -> Iterator[Answer]:
    cell = under_heading(own.lexicon, own.text)
    answer = own.lexicon.bare(cell) if cell and len(own.standing) == 1 else None
    if answer:
        yield answer


def _whole_line(lexicon: Lexicon, text: str) -> Answer | None:
    bare = unwrapped(text)
    if len(bare) > lexicon.names.longest:
        return None
    answer = lexicon.bare(bare) or lexicon.bare(unwrapped(without_confidence(lexicon, bare)))
    if answer:
        return answer
    named = lexicon.bare(unwrapped(ENUMERATOR.sub("", bare))) if ENUMERATOR.match(bare) else None
    return enumerated(Passage(lexicon, bare), texts=False) if named else None


def _is_prefix(own: Passage, cues: Iterable[Cue]) -> bool:
    """Whether the whole text is one cue and its value, with nothing behind it but a confidence."""
    opening = [cue for cue in cues if cue.opens and cue.start == 0]
    if not opening:
        return False
    first, *others = [each for each in own.text[opening[0].value :].split("\n") if each.strip()] or [""]
    if len(first) > own.lexicon.names.longest:
        return False
    texts = [unwrapped(first), unwrapped(without_confidence(own.lexicon, first))]
    whole = next((each for text in texts for each in (own.lexicon.bare(text), option(own.lexicon, text)) if each), None)
    return whole is not None and all(map(is_confidence, others))
