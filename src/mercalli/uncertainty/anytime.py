"""Evidence that may be looked at any time: e-values of a promise, and an interval that holds at all looks at once.

A fixed interval holds at one look. Who looks each day, and stops at what pleases, needs one that holds at all of them:
the chance that an e-value ever reaches 1 / alpha, while the promise is kept, is at most alpha (Ville).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mercalli.errors import SettingError
from mercalli.inputs.arrays import Floats, total
from mercalli.metrics.payoffs import RatioParts
from mercalli.stats.confusion import Confusion

FRACTIONS = np.array([0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 0.9])  # of the largest bet that is allowed
HALVES = 60
STEPS = 200  # of the range of a value in which an end is looked for
LARGEST_LOG = 690.0  # what a number in a file can hold


def log_e_values(parts: RatioParts, promised: float, tables: Confusion, bets: Floats | None = None) -> Floats:
    """Logarithms of the e-values against a promised value, one for each bet: (..., bets).

    They are functions of counts, and those of two parts add up to that of the whole. Bets are the given ones, or fixed
    FRACTIONS of the largest. Where lower is better, promise one minus the value of the parts `complement`.

    >>> from mercalli.metrics.catalogue import parse
    >>> from mercalli.metrics.payoffs import ratio_parts
    >>> table = Confusion.of([[3, 3], [4, 10]])
    >>> parts = ratio_parts(parse("class_weighted_accuracy(weights=[5, 1])"), 2)
    >>> np.exp(log_e_values(parts, 0.7, table, bets=np.array([0.5, 1.0, 2.0]))).round(4)
    array([1.4605, 1.533 , 0.6614])
    """
    payoff = parts.above - promised * parts.below
    if not payoff.max() > 0:
        raise SettingError.outside("promised", promised, "below the best value, or a single error breaks the promise")
    sizes = FRACTIONS / payoff.max() if bets is None else bets
    logs = np.log1p(-sizes * payoff[..., None])
    added: Floats = np.tensordot(tables.cells, logs, axes=2)
    return added


def mixture(logs: Floats) -> Floats:
    """The mean of e-values over their bets, from their logarithms.

    >>> print(mixture(np.log(np.array([6.677, 20.25, 45.5625]))))
    24.1632
    """
    largest = logs.max(axis=-1)
    mean: Floats = np.exp(largest) * np.exp(logs - largest[..., None]).mean(axis=-1)
    return mean


def detector(logs: Floats) -> Floats:
    """Evidence that a promise is broken since some look, after every look: (looks,), from logarithms (looks, bets).

    The e-detector of Shiryaev and Roberts (Shin, Ramdas and Rinaldo 2023): R = (R before + 1) times the e-value of the
    look, and its mean over the bets. While the promise is kept its mean is at most the number of looks, so the chance
    that it ever reaches A within T looks is at most T / A.

    >>> bets = np.array([0.3, 0.4, 0.6])
    >>> errors, right = np.array([2.0, 3.0, 6.0, 7.0]), np.array([8.0, 7.0, 4.0, 3.0])
    >>> print(*detector(likelihood_log_e(bets, 0.2, errors, right)).round(4).tolist())
    0.4029 1.3546 42.8043 6166.3536
    """
    after = np.cumsum(logs, axis=0)
    since = np.logaddexp.accumulate(logs - after, axis=0)
    return mixture(np.minimum(after + since, LARGEST_LOG))


def anytime_range(parts: RatioParts, tables: Sequence[tuple[float, Confusion]], level: float) -> Floats:
    """Both ends for any ratio metric after every look, whenever one looks: (2, looks); NaN where nothing is shown.

    `tables` are all items so far at every look (looks, K, K + 1), by the share of the largest bet that is allowed on
    them: 1 where every item had the same chance to be reviewed. A value is left out once bets against it, as a promise
    from below or from above, have reached 2 / (1 - level).
    """
    candidates = np.linspace(0, 1, STEPS + 1)[1:-1]
    limit = np.log(2 / (1 - level))
    low, high = (
        np.stack([_log_mixture(side, bound, tables) for bound in bounds]) < limit
        for side, bounds in ((parts.complement, 1 - candidates), (parts, candidates))
    )
    edges = np.concatenate([[0.0], candidates, [1.0]])
    lower = edges[np.where(low.any(axis=0), low.argmax(axis=0), STEPS - 1)]
    upper = edges[np.where(high.any(axis=0), STEPS - high[::-1].argmax(axis=0), 1)]
    return np.stack([lower, upper])


def _log_mixture(parts: RatioParts, promised: float, tables: Sequence[tuple[float, Confusion]]) -> Floats:
    logs = weighted_log_e(parts, promised, tables)
    largest: Floats = logs.max(axis=-1)
    mean: Floats = largest + np.log(np.exp(logs - largest[..., None]).mean(axis=-1))
    return mean


def weighted_log_e(parts: RatioParts, promised: float, tables: Sequence[tuple[float, Confusion]]) -> Floats:
    """Logarithms of e-values where items had unequal chances: bets on each table are that share of the largest."""
    largest = float((parts.above - promised * parts.below).max())
    if not largest > 0:
        return log_e_values(parts, promised, tables[0][1])
    return total(
        np.stack([log_e_values(parts, promised, table, FRACTIONS * share / largest) for share, table in tables]), axis=0
    )


def likelihood_log_e(bets: Floats, tolerated: float, errors: Floats, right: Floats) -> Floats:
    """Logarithms of the e-values of error rates `bets` against a tolerated one: (..., bets).

    >>> print(mixture(likelihood_log_e(np.array([0.3, 0.4, 0.6]), 0.2, np.array(6.0), np.array(4.0))))
    24.1632
    """
    more, fewer = np.log(bets / tolerated), np.log((1 - bets) / (1 - tolerated))
    return np.asarray(errors)[..., None] * more + np.asarray(right)[..., None] * fewer


def anytime_interval(found: float, trials: float, level: float) -> tuple[float, float]:
    """Both ends for a plain proportion, at all looks at once: a mixture over Beta(1/2, 1/2).

    >>> low, high = anytime_interval(90, 200, 0.95)
    >>> print(low, high)
    0.3331 0.5707
    """
    value = found / trials if trials else 0.5
    limit = -np.log(1 - level)
    low = 0.0 if found == 0 else _crossing(found, trials, limit, 0.0, value)
    high = 1.0 if found == trials else _crossing(found, trials, limit, 1.0, value)
    return low, high


def _crossing(found: float, trials: float, limit: float, outside: float, inside: float) -> float:
    """Where the evidence against a value reaches the limit, between one that is refuted and one that is not."""
    for _ in range(HALVES):
        middle = (outside + inside) / 2
        if _evidence(found, trials, middle) < limit:
            inside = middle
        else:
            outside = middle
    return (outside + inside) / 2


def _evidence(found: float, trials: float, value: float) -> float:
    """The logarithm of the mixture's e-value against a value."""
    from scipy.special import betaln  # noqa: PLC0415 - 100 ms, only where it is asked for

    missed = trials - found
    mixed = betaln(found + 0.5, missed + 0.5) - betaln(0.5, 0.5)
    kept = (found * np.log(value) if found else 0.0) + (missed * np.log1p(-value) if missed else 0.0)
    return float(mixed - kept)
