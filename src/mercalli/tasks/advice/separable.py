"""Labels that are hard to tell apart: how often a model confuses them, and the words that they share."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from mercalli.estimates.hard_pairs import MIXED, VERY_MIXED, hard_pairs
from mercalli.inputs.arrays import Bools, Floats
from mercalli.metrics.ratio import ratio
from mercalli.results.findings import HIGH, MEDIUM, SEPARABLE, Evidence, Finding, Fine, Unsaid
from mercalli.tasks.advice.texts import TextStudy
from mercalli.text.names import quoted
from mercalli.text.numbers import share_text
from mercalli.text.words import counted
from mercalli.uncertainty.intervals import percentile

MOST_PAIRS = 4
MOST_WORDS, MOST_CANDIDATES, FEWEST_OF_BOTH = 8, 100, 5
# From Indic scripts on, two signs are a word; ideographs and kana are written without blanks, any two may be one.
WORD = re.compile(r"(?<!\S)(?![\d_])(?:\w\S{2,}|[\u0900-\U0010ffff]\S(?!\S))")
PAIR = re.compile(r"(?=([\u3041-\u30ff\u3400-\u9fff]{2}))")
PRIOR_WORDS, PRIOR_SHARE = 1000.0, 0.1
CLEAR = 1.96
FEWEST = 5


def separability(study: TextStudy) -> list[Finding | Fine | Unsaid]:
    """Labels of which many documents are taken for another, the worst first."""
    if study.unjudged:
        return [Unsaid(SEPARABLE, study.unjudged)]
    pairs = hard_pairs(taken_for(study.unseen.flags, study.unseen.pred), study.data.counts)
    if not pairs:
        return [
            Fine(SEPARABLE, f"no label has {share_text(MIXED)} or more of its documents predicted as one other label")
        ]
    return [_pair(study, first, second) for first, second in pairs[:MOST_PAIRS]]


def taken_for(truth: Bools, pred: Bools) -> Floats:
    """How many documents of a label (rows) were taken for another (columns): (K, K).

    >>> truth, pred = np.eye(2, dtype=bool)[[0, 0, 1, 1]], np.eye(2, dtype=bool)[[0, 1, 1, 1]]
    >>> taken_for(truth, pred)
    array([[0., 1.],
           [0., 0.]])
    """
    return (truth & ~pred).T.astype(np.float64) @ (pred & ~truth)


def _pair(study: TextStudy, first: int, second: int) -> Finding:
    truth, pred, names = study.unseen.flags, study.unseen.pred, study.data.classes
    ways = [_taken(truth, pred, first, second), _taken(truth, pred, second, first)]
    have = truth[:, [first, second]].astype(np.float32)
    drawn = ratio(study.weights @ ways[0].astype(np.float32), study.weights @ have[:, 0])
    low, high = percentile(drawn[1:].astype(np.float64), study.level)
    counts, back = [int(each.sum()) for each in ways], float(ways[1].sum() / have[:, 1].sum())
    words = _telling(study, first, second, ways[0] | ways[1])
    called, share = [quoted(names[at]) for at in (first, second)], float(drawn[0])
    return Finding(
        kind=SEPARABLE,
        severity=HIGH if share >= VERY_MIXED else MEDIUM,
        finding=f"{called[0]} is hard to tell from {called[1]}",
        evidence=f"a model that saw neither them nor a copy predicts {share_text(share)} [{share_text(low)} to "
        f"{share_text(high)}] of the first as the second ({counts[0]:,} documents) and {share_text(back)} of the "
        f"second as the first ({counts[1]:,}); {_shared(words)}",
        action=f"Write down the rule that tells them apart, and have the {counted(sum(counts), 'document')} labelled "
        f"again by it; or merge both if they lead to the same response: {share_text(sum(counts) / len(truth))} of all "
        f"documents would no longer be wrong.",
        numbers={
            "first_for_second": counts[0],
            "second_for_first": counts[1],
            "share": share,
            "low": float(low),
            "high": float(high),
            "share_back": back,
        },
        tables=(_words(names[first], names[second], words), *_examples(study, ways, (first, second))),
    )


def _taken(truth: Bools, pred: Bools, first: int, second: int) -> Bools:
    """Which documents of the first label were taken for the second."""
    return truth[:, first] & ~pred[:, first] & pred[:, second] & ~truth[:, second]


def _telling(study: TextStudy, first: int, second: int, taken: Bools) -> TellingWords:
    """Of two labels, with words of documents of either that were taken for the other; copies are counted once."""
    flags, once = study.data.flags, np.zeros(len(taken), np.bool_)
    once[np.unique(study.copies.near, return_index=True)[1]] = True
    alone = [once & flags[:, at] & ~flags[:, other] for at, other in ((first, second), (second, first))]
    one, two = (_counted(study, rows) for rows in alone)
    right = (alone[0] | alone[1]) & ~taken & study.right
    mixed = TellingWords.of(_counted(study, once & taken), _counted(study, right), MOST_CANDIDATES)
    both = [word for word in mixed.first if min(one[word], two[word]) >= FEWEST_OF_BOTH]
    return replace(TellingWords.of(one, two, MOST_WORDS), shared=tuple(both[:MOST_WORDS]))


def _counted(study: TextStudy, rows: Bools) -> Counter[str]:
    return word_counts([study.told[at] for at in np.flatnonzero(rows).tolist()])


def _shared(words: TellingWords) -> str:
    return f"both use {', '.join(words.shared[:3])}" if words.shared else "no word is typical of those confused"


def _words(first: str, second: str, words: TellingWords) -> Evidence:
    rows = (
        (f"supports {first}", ", ".join(words.first) or "-"),
        (f"supports {second}", ", ".join(words.second) or "-"),
        ("of both, typical of those confused", ", ".join(words.shared) or "-"),
    )
    return Evidence("Words, the most telling first", ("which", "words"), rows, words=("words",))


def _examples(study: TextStudy, ways: list[Bools], labels: tuple[int, int]) -> tuple[Evidence, ...]:
    """The documents of either that the model is surest of the other about."""
    names = study.data.classes
    rows: list[tuple[str, ...]] = []
    for taken, (label, other) in zip(ways, (labels, labels[::-1]), strict=True):
        surest = np.argsort(np.where(taken, -study.unseen.probabilities[:, other], np.inf), kind="stable")
        for row in study.different(surest[: taken.sum()]):
            name, text = study.example(row)
            rows.append((name, names[label], names[other], f"{study.unseen.probabilities[row, other]:.2f}", text))
    header = ("id", "label", "predicted as", "probability", "text")
    words = ("label", "predicted as", "text")
    return (Evidence("Documents predicted as the other label", header, tuple(rows), words),) if rows else ()


def word_counts(texts: Iterable[str]) -> Counter[str]:
    """How often each word of bare texts occurs: three letters or more, two where these say as much.

    >>> word_counts(["flooded roads", "roads 7 a", "नदी में आग"])
    Counter({'roads': 2, 'flooded': 1, 'नदी': 1, 'में': 1, 'आग': 1})
    """
    joined = "\n".join(texts)
    return Counter(WORD.findall(joined)) | Counter(PAIR.findall(joined))


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
    return (one - two) / spread


def _logit(counts: Floats, total: float) -> Floats:
    return np.log(counts) - np.log(total - counts)


@dataclass(frozen=True)
class TellingWords:
    """Words that speak for the first kind and for the second, and words that both share; the strongest first."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    shared: tuple[str, ...] = ()

    @classmethod
    def of(cls, first: Mapping[str, int], second: Mapping[str, int], most: int) -> TellingWords:
        """From counts of words in two kinds of text: words that are clearly likelier in one than in the other.

        >>> TellingWords.of({"fire": 90, "help": 40}, {"flood": 90, "help": 40}, 3)
        TellingWords(first=('fire',), second=('flood',), shared=())
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
