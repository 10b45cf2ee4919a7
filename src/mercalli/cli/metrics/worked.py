"""Worked examples: what a metric gives on data small enough to check, computed now."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from mercalli.errors import MetricError
from mercalli.estimates.intervals import finite
from mercalli.io.demo import read_demo
from mercalli.metrics.catalogue import PARTS, PER_CLASS, SCORES, SENTENCES, SETS, SURVIVAL, TRIAL, WHOLE
from mercalli.stats.confidence import ConfidenceTable
from mercalli.stats.confusion import Confusion
from mercalli.stats.delays import Delays
from mercalli.stats.expenses import ExpensePair, Expenses
from mercalli.stats.extraction import Extraction
from mercalli.stats.fractions import Fractions
from mercalli.stats.label_sets import LabelSets
from mercalli.stats.latencies import Latencies
from mercalli.stats.lists import GainTable
from mercalli.stats.ordinal import OrdinalTable
from mercalli.stats.parts import Parts
from mercalli.stats.places import PersonValues, PlaceErrors, PlaceHarm, PlaceVoices
from mercalli.stats.replay import Handled, Queues
from mercalli.stats.scores import ScoreTable
from mercalli.stats.stressed import Stressed
from mercalli.stats.survival import Survival
from mercalli.stats.uplift import UpliftTable
from mercalli.tasks.labels.evaluate import evaluate

if TYPE_CHECKING:
    from collections.abc import Callable

    from mercalli.metrics.catalogue import Metric
    from mercalli.profiles.profile import Profile

HUMAID, SYSTEM = "humaid", "gpt_4o_zero_shot"
# Options for metrics that have no value without: for two classes where they are lists, as the first example below has.
OPTIONS: dict[str, object] = {
    "beta": 2,
    "weights": [1, 5],
    "penalties": [[0, 2, 1], [1, 0, 1]],
    "worst": 2,
    "value_tp": 100,
    "cost_fp": 5,
    "cost_fn": 40,
    "k": 2,
    "threshold": 0.5,
    "max_fpr": 0.5,
    "min_recall": 0.5,
    "min_precision": 0.5,
    "at": 3,
}
# Of a model, of first come, first served, and with true classes: worth handled and all, urgent items handled and all.
WAITING = ((9, 20, 1.5, 3), (19 / 3, 20, 2.5 / 3, 3), (11, 20, 2, 3))


def _waiting() -> Queues:
    model, blind, perfect = (Handled(*np.array(each, np.float64)) for each in WAITING)
    return Queues(model, blind, perfect, np.array(1.5))


# What each statistic is made of here, in words and as data, by the name of the statistic.
DATA: dict[str, tuple[str, Callable[[], Any]]] = {
    WHOLE: (
        "two classes: 50 and 35 right, 10 of the first predicted as the second, 5 the other way",
        lambda: Confusion.of([[50, 10], [5, 35]]),
    ),
    PER_CLASS: (
        "Finley's tornado forecasts of 1884: 28 hits, 72 false alarms, 23 misses, 2680 correct rejections",
        lambda: Confusion.of([[28, 23], [72, 2680]]),
    ),
    SCORES: (
        "four items with the scores .9 .8 .7 .1, the first and the third positive",
        lambda: ScoreTable.of(np.array([0.9, 0.8, 0.7, 0.1]), np.array([True, False, True, False])),
    ),
    "GainTable": (
        "three items by falling score, with the grades 1 3 2",
        lambda: GainTable.of(np.array([0.9, 0.8, 0.1]), np.array([1.0, 3.0, 2.0])),
    ),
    TRIAL: (
        "eight people by falling score, treated and controls in turn, with the outcomes 1 0 1 1 0 0 0 1",
        lambda: UpliftTable.of(np.arange(8.0, 0.0, -1.0), np.arange(8) % 2 == 0, np.array([1, 0, 1, 1, 0, 0, 0, 1])),
    ),
    SURVIVAL: (
        "four people followed to 1, 2, 3 and 4: another event, two events, censored; probabilities by 3: .6 .4 .2 .3",
        lambda: Survival.of(
            np.array([1.0, 2.0, 3.0, 4.0]),
            np.array([2, 1, 1, 0]),
            grid=np.array([1.0, 3.0]),
            cif=np.array([[0.5, 0.6], [0.3, 0.4], [0.1, 0.2], [0.2, 0.3]]),
        ),
    ),
    SETS: (
        "three items with the labels ab, a, bc; the predictions are ac, none, bc",
        lambda: LabelSets.of([[1, 1, 0], [1, 0, 0], [0, 1, 1]], [[1, 0, 1], [0, 0, 0], [0, 1, 1]]),
    ),
    SENTENCES: (
        "four sentences: three relevant, of sectors 0, 0 and 1, 1; the first two extracted, as sectors 0 and 1",
        lambda: Extraction.of(
            np.array([1, 1, 0, 1]),
            np.array([[1, 0], [1, 1], [0, 0], [0, 1]], bool),
            np.array([1, 1, 0, 0]),
            np.array([[1, 0], [0, 1], [0, 0], [0, 0]], bool),
        ),
    ),
    "OrdinalTable": (
        "three levels: six of eight right, one a level too high, one two levels too high",
        lambda: OrdinalTable(np.array([[2.0, 1.0, 1.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]])),
    ),
    "ConfidenceTable": (
        "two items: .8 sure and right, .6 sure and wrong",
        lambda: ConfidenceTable.of(np.array([[0.8, 0.2], [0.6, 0.4]]), np.array([0, 1])),
    ),
    "Expenses": (
        "200 items that cost 0.05 and took 400 seconds and 90,000 tokens; 3 unread, 10 urgent ones found",
        lambda: Expenses.of(
            items=200, cost=0.05, tokens=90_000, unread=3, found=10, found_level=12, timed=200, seconds=400
        ),
    ),
    "ExpensePair": (
        "one system finds 10 urgent items for 0.05, the other 8 for 0.01",
        lambda: ExpensePair(Expenses.of(cost=0.05, found=10), Expenses.of(cost=0.01, found=8)),
    ),
    "Latencies": (
        "ten calls that took .4 .5 .5 .6 .7 .8 .9 1.2 2 and 6 seconds",
        lambda: Latencies.of(np.array([0.4, 0.5, 0.5, 0.6, 0.7, 0.8, 0.9, 1.2, 2.0, 6.0])),
    ),
    "Queues": (
        "one free place in each of four hours: 1.5 of 3 urgent items handled, .83 first come, 2 with classes known",
        _waiting,
    ),
    "Delays": (
        "four facts: found at once, after 1 h, after 4 h, never",
        lambda: Delays.of([0, 1, 4, np.inf]),
    ),
    "PlaceErrors": ("14 errors, 12.5 expected", lambda: PlaceErrors.of(14, 12.5)),
    "PlaceHarm": (
        "errors of classes with weights 5 and 1: 8 and 6, 8 and 4.5 expected",
        lambda: PlaceHarm.of(5 * 8 + 6, 5 * 8 + 4.5),
    ),
    "PersonValues": (
        "places with 1,000, 9,000 and 2,000 people and the values .86, .9 and .89; 3,000 people without any item",
        lambda: PersonValues.of([0.86, 0.9, 0.89, np.nan], [1000, 9000, 2000, 3000]),
    ),
    "PlaceVoices": (
        "of 300 items, 100 from a place with 1,000 of 15,000 people, of which 8 urgent ones were missed",
        lambda: PlaceVoices.of(items=100, missed=8, people=1_000, all_items=300, all_people=15_000),
    ),
    "Stressed": (
        "20 items that a stress touched: 17 right before; under it 1 of 6 urgent ones found and 2 of 11 others break",
        lambda: Stressed.of(
            [[[5, 1], [0, 2]], [[1, 0], [2, 9]]], ["urgent", "other"], urgent=["urgent"], weights=[5, 1]
        ),
    ),
    "Fractions": ("maps whose squared shares add up to 4 and differ by 1", lambda: Fractions(apart=1.0, both=4.0)),
    PARTS: ("two metrics that give 0.8 and 0.5", lambda: Parts(np.array([0.8, 0.5]), ("one", "two"))),
}


@dataclass(frozen=True)
class Example:
    """Data that everybody can look up, and what a metric says of it."""

    data: str
    value: float | None
    majority: float | None = None


def worked(metric: Metric, profile: Profile) -> Example | None:
    """On the demonstration where its profile is asked for, on famous forecasts, or on a table small enough to check."""
    sample = metric.having({name: OPTIONS[name] for name in metric.needs_options if name in OPTIONS})
    own = metric.varies or metric.name in profile.metrics
    if metric.needs == WHOLE and profile.name == HUMAID and not set(metric.needs_options) - {"beta"}:
        return _demonstrated(sample, profile, _with(metric, sample))
    if own or sample.needs_options or metric.needs not in DATA:
        return None
    says, data = DATA[metric.needs]
    with suppress(MetricError, TypeError, ValueError, ArithmeticError):  # options of others' metrics may mean others
        value = np.asarray(sample(data()), np.float64).ravel()[0]
        return Example(f"{says}{_with(metric, sample)}", finite(float(value)))
    return None


def _with(metric: Metric, sample: Metric) -> str:
    """The options that the example adds, as they would be written."""
    return f"; {sample.text}" if sample.options != metric.options else ""


def _demonstrated(metric: Metric, profile: Profile, added: str) -> Example:
    result = evaluate(read_demo(), truth="truth", pred=SYSTEM, profile=profile, metrics=metric.text, replicates=0)
    system = result.systems[0]
    measure = system.measure(metric.text)
    says = f"{SYSTEM} on {system.n:,} messages of four disasters (mercalli demo){added}"
    return Example(says, measure.value, measure.baselines.get("majority"))
