"""How sure a model says it is: a number or a word behind its answer."""

from __future__ import annotations

import re

from mercalli.inputs.answers.lexicon import Lexicon
from mercalli.inputs.answers.plain import lower
from mercalli.inputs.answers.wrapping import unwrapped

SURE = r"(?:\d{1,3}(?:[.,]\d{1,6})?|\.\d{1,6}) ?%?(?: ?/ ?\d{1,3})?|very high|very low|high|medium|moderate|low|certain"
CALLED = r"(?:confidence|certainty|probability|score|conf|prob|likelihood)(?: score| level)?"
LEVEL = rf"(?:with (?:a )?)?(?:{CALLED}(?: of| is)? ?[:=]? ?)?(?:{SURE})(?: (?:{CALLED}|confident|sure))?[\s)\]|.]*"
CONFIDENCE = re.compile(rf"[\s(\[,;|.-]*{LEVEL}")
CONFIDENT_TAIL = re.compile(rf"(?<=[^\s(\[,;|.-])[\s(\[,;|-]+{LEVEL}\Z")
DEGREES = ("high", "medium", "moderate", "low", "certain", "confident", "sure")
MEASURES = ("confidence", "certainty", "probability", "score", "conf", "prob", "likelihood", "level")
LAST_OF_LEVEL = (*"0123456789%", *DEGREES, *MEASURES)
NOTHING = re.compile(r"(?<![\d.,/])0?[.,]?0+ ?%?[\s)\]|.]*\Z")  # no confidence: the class is ruled out


def is_confidence(text: str) -> bool:
    """Whether a text says how sure the model is, and nothing else."""
    return CONFIDENCE.fullmatch(lower(text)) is not None


def without_confidence(lexicon: Lexicon, text: str) -> str:
    """A line without the confidence at its end, which is no class."""
    low = lower(text)
    tail = CONFIDENT_TAIL.search(low) if low.rstrip(" )]|.").endswith(LAST_OF_LEVEL) else None
    kept = tail is None or NOTHING.search(tail[0]) or lexicon.bare(unwrapped(tail[0]))
    return text if tail is None or kept else text[: tail.start()]
