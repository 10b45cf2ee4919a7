"""A value: a short text that is offered as an answer, after a cue, under a key, in a box."""

from __future__ import annotations

import re
from collections.abc import Callable

from mercalli.inputs.answers.answer import (
    ABSTAINED,
    AMBIGUOUS,
    EMPTY,
    MARKER,
    NEGATED,
    OTHER,
    READ,
    REFUSAL,
    SEVERAL,
    Answer,
    first_answer,
)
from mercalli.inputs.answers.clauses import APPOSITION
from mercalli.inputs.answers.confidence import is_confidence
from mercalli.inputs.answers.lexicon import Lexicon
from mercalli.inputs.answers.names import TOKEN, Mention, is_short
from mercalli.inputs.answers.passage import Passage
from mercalli.inputs.answers.plain import lower
from mercalli.inputs.answers.wrapping import unwrapped

LONGEST = 1_000  # signs of a value that are looked at
KEPT, MOST_KEPT = 60, 16_384  # signs of a value whose answer is kept, and how many are
OPTION = re.compile(
    r"[(\[{<]?\s?(?:(?:option|choice|number|no\.?|#)\s?)?[(\[{]?([A-Za-z]|\d{1,3})[)\]}>]?[.:]?", re.IGNORECASE
)
OPTION_JOINT, MOST_OPTIONS = re.compile(r" ?[,&|;] ?| (?:and|or) ", re.IGNORECASE), 50
ENUMERATED = re.compile(
    r"[(\[]?(?:option |choice )?([A-Za-z]|\d{1,3})(?: ?[)\].:](?!\d) ?| - )(?=\S)(.+)", re.DOTALL | re.IGNORECASE
)
LIST_OF_ONE = "1"
MOST_DIGITS = 2  # of an enumerator that is no declared option
GOES_ON = re.compile(r"['\"]?\s?(?:\Z|[.;:?()\[\]{}|,\n]|!(?!=)|- |-+>|\d+(?!\d*[^\W\d_])|[\u2713\u2714\u2705])")
ANOTHER = re.compile(r"\s?(?:[,;:|]|-+>)\s?([^.:!?()\n]+)[.!\s]*\Z")
MOST_OF_ANOTHER = 3  # words of a label that stands beside a class, or in the place of its value
IN_PLACE = re.compile(r"\s?(?:[:|(\[{]|-+>|- |\.\.+)[\s\"'(\[{]*([^\s.,;:!?()\[\]{}|\"']+)[\s.!?()\[\]{}|\"']*\Z")
BRACKETED = re.compile(r"\s?\(\s?([^\s()]+)\s?\)")
SIGN_AFTER = re.compile(r" ?([:=(]|-(?= ))")
PART_OF_NUMBER = re.compile(r"\s?[.,/:%-]?\s?\d|\s?%")
PIECES = re.compile(r"[.,;:!?\n]+")
QUESTIONED = re.compile(r"\s?\?+\s?\S")
AFTER_COLON = re.compile(r"[:\n]\s?([^:\n]+)\Z")


def value(lexicon: Lexicon, text: str) -> Answer:
    """What a value says; that of short ones, which come again and again, is kept."""
    text = text[:LONGEST].strip()
    if len(text) > KEPT:
        return _said(lexicon, text)
    known = lexicon.values
    if text not in known:
        if len(known) >= MOST_KEPT:
            known.clear()
        known[text] = _said(lexicon, text)
    return known[text]


def _said(lexicon: Lexicon, text: str) -> Answer:
    if lexicon.is_marker(text):
        return MARKER
    bare = unwrapped(text)
    if not bare:
        return EMPTY
    passage = Passage(lexicon, bare)
    return first_answer(STAGES, passage) or OTHER


def option(lexicon: Lexicon, text: str) -> Answer | None:
    """The class of a declared option that stands alone."""
    options = lexicon.options
    if not options.meaning:
        return None
    found = OPTION.fullmatch(text.strip())
    label = (options.get(found[1]) if found else None) or options.meaning.get(text.strip().lower())
    return None if label is None else Answer.of(label)


def is_degree(lexicon: Lexicon, text: str) -> bool:
    """Whether what stands after the name of a scale is a letter or number, which would be an option elsewhere."""
    bare = unwrapped(text)
    return option(lexicon, bare) is not None and lexicon.bare(bare) is None


def enumerated(passage: Passage, *, texts: bool = True) -> Answer | None:
    """A class after an enumerator that does not mean another one; or the option before a text without any class."""
    found = ENUMERATED.fullmatch(passage.text)
    if found is None:
        return None
    lexicon, rest = passage.lexicon, Passage(passage.lexicon, unwrapped(found[2]))
    named = lexicon.bare(rest.text) or beginning(rest)
    declared = lexicon.options.get(found[1])
    if declared is None and len(found[1]) > MOST_DIGITS:
        return None  # the number of an error, a year
    if named is not None and named.outcome == READ:
        agree = declared in {None, named.label} or found[1] == LIST_OF_ONE
        return named if agree else Answer.unread(AMBIGUOUS, "option and name differ")
    return Answer.of(declared) if texts and declared and not rest.mentions else None


def beginning(passage: Passage) -> Answer | None:
    """The class with which a value begins, if it goes on as an explanation does."""
    if not passage.mentions:
        return None
    lexicon, first = passage.lexicon, passage.mentions[0]
    words = lexicon.around
    if not words.lead.fullmatch(passage.low, 0, first.start) or first not in passage.standing:
        return None
    if lexicon.clauses.limit(passage.low, first.end):
        return OTHER
    if not (_goes_on(passage, first) or words.reason.match(passage.low, first.end)):
        return _joined(passage)
    return _joined(passage) or lexicon.answer(first.code)


def _goes_on(passage: Passage, first: Mention) -> bool:
    """Whether what follows a class is punctuation; not that of a larger number, nor a question about it."""
    number = passage.text[first.start : first.end].isdigit()
    unlike = PART_OF_NUMBER if number else QUESTIONED
    after = GOES_ON.match(passage.text, first.end)
    if after is None or unlike.match(passage.text, first.end) is not None:
        return False
    return not (
        APPOSITION.match(passage.low, first.end)
        or _lists(passage, first)
        or _replaced(passage, first)
        or passage.counts_things(first)
        or passage.contrasts(first)
    )


def _replaced(passage: Passage, first: Mention) -> bool:
    """Whether one other word stands where a class has its value or its comment: another label, or a denial."""
    found = IN_PLACE.match(passage.text, first.end) or BRACKETED.match(passage.text, first.end)
    lexicon = passage.lexicon
    if found is None or _confirms(lexicon, found[1]):
        return False
    meant = lexicon.bare(found[1]) or option(lexicon, found[1])
    if meant is not None:
        return meant.label != lexicon.answer(first.code).label
    return any(map(passage.says_more, TOKEN.findall(found[1])))


def _lists(passage: Passage, first: Mention) -> bool:
    """Whether a class is followed by a comma or colon and a label of a few words that is no class, as in a list."""
    found = ANOTHER.match(passage.text, first.end)
    return found is not None and any(_is_another(passage, text) for text in found[1].split(","))


def _is_another(passage: Passage, text: str) -> bool:
    """Whether a text is a label of a few words."""
    words = TOKEN.findall(text)
    few = len(words) <= MOST_OF_ANOTHER and all(map(passage.says_more, words))
    return few and not _confirms(passage.lexicon, text)


def _confirms(lexicon: Lexicon, text: str) -> bool:
    """Whether a text affirms what stands before it, or says how sure the model is of it."""
    return is_confidence(text) or lexicon.negators.affirm(lower(text))


def _joined(passage: Passage) -> Answer | None:
    """Ambiguous, if the first class is joined to another one, or followed by nothing but another one."""
    first, words = passage.mentions[0], passage.lexicon.around
    after = passage.lexicon.bare(unwrapped(passage.text[first.end :]))
    if after is not None and after.label != passage.lexicon.answer(first.code).label:
        return SEVERAL
    if any(_is_other(passage, first, piece) for piece in PIECES.split(passage.text[first.end :])):
        return SEVERAL
    others = [each for each in passage.standing if each.start > first.start and each.code != first.code]
    if not others:
        return None
    joined = words.joint.fullmatch(passage.low, first.end, others[0].start)
    return SEVERAL if joined or any(_alike(passage, first, each) for each in others) else None


def _is_other(passage: Passage, first: Mention, text: str) -> bool:
    """Whether a text is another class with a short name, which is no mention: "Yes ... well, no."."""
    code = passage.lexicon.names.bare(unwrapped(text)) if is_short(text) else None
    return code is not None and code != first.code


def _alike(passage: Passage, first: Mention, second: Mention) -> bool:
    """Whether two classes are followed by the same sign, as in a list of all of them."""
    signs = [SIGN_AFTER.match(passage.text, each.end) for each in (first, second)]
    return all(signs) and len({sign[1] for sign in signs if sign}) == 1


def _whole(passage: Passage) -> Answer | None:
    return passage.lexicon.bare(passage.text)


def _silence(passage: Passage) -> Answer | None:
    return MARKER if passage.lexicon.is_marker(passage.text) else None


def _option(passage: Passage) -> Answer | None:
    return option(passage.lexicon, passage.text)


def _options(passage: Passage) -> Answer | None:
    """Several options, and nothing else."""
    chosen = [option(passage.lexicon, part) for part in OPTION_JOINT.split(passage.text, MOST_OPTIONS)]
    return SEVERAL if all(chosen) and len({each.label for each in chosen if each}) > 1 else None


def _scored(passage: Passage) -> Answer | None:
    return passage.scored()


def _several(passage: Passage) -> Answer | None:
    return SEVERAL if len(passage.codes) > 1 else None


def _refused(passage: Passage) -> Answer | None:
    silences = passage.lexicon.silences
    return REFUSAL if silences.refused(passage.low) else ABSTAINED if silences.abstained(passage.low) else None


def _after_colon(passage: Passage) -> Answer | None:
    """A class that a few words and a colon introduce."""
    found = AFTER_COLON.search(passage.text)
    return passage.lexicon.bare(unwrapped(found[1])) if found and len(passage.standing) == 1 else None


def _only(passage: Passage) -> Answer | None:
    return passage.only(introduced=True) or (NEGATED if passage.mentions and not passage.standing else None)


STAGES: tuple[Callable[[Passage], Answer | None], ...] = (
    _whole,
    _silence,
    _option,
    _options,
    enumerated,
    _scored,
    beginning,
    _several,
    _refused,
    _after_colon,
    _only,
)
