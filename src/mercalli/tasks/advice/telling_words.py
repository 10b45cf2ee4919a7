"""Words that tell two kinds of text apart."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from mercalli.inputs.arrays import Bools, Floats

# From Indic scripts on, two signs are a word; ideographs and kana are written without blanks, any two may be one.
WORD = re.compile(r"(?<!\S)(?![\d_])(?:\w\S{2,}|[\u0900-\U0010ffff]\S(?!\S))")
PAIR = re.compile(r"(?=([\u3041-\u30ff\u3400-\u9fff]{2}))")
PRIOR_WORDS, PRIOR_SHARE = 1000.0, 0.1
CLEAR = 1.96
FEWEST = 5


def word_counts(texts: Iterable[str]) -> Counter[str]:
    """How often each word of bare texts occurs: three letters or more, two where these say as much.

    >>> word_counts(["flooded roads", "roads 7 a", "नदी में आग"])
    Counter({'roads': 2, 'flooded': 1, 'नदी': 1, 'में': 1, 'आग': 1})
    """
    whole = "\n".join(texts)
    return Counter(WORD.findall(whole)) | Counter(PAIR.findall(whole))


def log_odds(first: Floats, second: Floats, prior: Floats) -> Floats:
    """How much likelier each word is in the first than in the second, in standard errors.

    The log-odds ratio with an informative Dirichlet prior (Monroe, Colaresi and Quinn 2008, Political Analysis 16(4)):
    `prior` holds pseudo-counts in proportion to what all texts have, so that rare words are not taken for telling.

    >>> log_odds(np.array([10.0, 10.0]), np.array([1.0, 10.0]), np.array([5.0, 10.0]))
    array([ 1.8969, -2.8975])
    """
    all_prior = prior.sum()
    one, two = (_logit(counts + prior, counts.sum() + all_prior) for counts in (first, second))
    spread = np.sqrt(1 / (first + prior) + 1 / (second + prior))
    score: Floats = (one - two) / spread
    return score


def _logit(counts: Floats, total: float) -> Floats:
    odds: Floats = np.log(counts) - np.log(total - counts)
    return odds


@dataclass(frozen=True)
class Telling:
    """Words that speak for the first kind and for the second; the strongest first."""

    first: tuple[str, ...]
    second: tuple[str, ...]

    @classmethod
    def of(cls, first: Mapping[str, int], second: Mapping[str, int], most: int) -> Telling:
        """From counts of words in two kinds of text: words that are clearly likelier in one than in the other.

        >>> Telling.of({"fire": 90, "help": 40}, {"flood": 90, "help": 40}, 3)
        Telling(first=('fire',), second=('flood',))
        """
        words = sorted(set(first) | set(second))
        one, two = (_counts(each, words) for each in (first, second))
        prior = (one + two) * min(PRIOR_WORDS / max(one.sum() + two.sum(), 1.0), PRIOR_SHARE)
        apart = log_odds(one, two, prior)
        often = one + two >= FEWEST
        return cls(
            _top(words, apart, often & (apart > CLEAR), most), _top(words, -apart, often & (apart < -CLEAR), most)
        )


def _counts(counts: Mapping[str, int], words: Sequence[str]) -> Floats:
    return np.fromiter((counts.get(word, 0) for word in words), np.float64, len(words))


def _top(words: Sequence[str], score: Floats, kept: Bools, most: int) -> tuple[str, ...]:
    order = np.argsort(-np.where(kept, score, -np.inf), kind="stable")[: min(most, int(kept.sum()))]
    return tuple(words[int(at)] for at in order)
