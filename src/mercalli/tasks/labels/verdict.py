"""The verdict on a system in a sentence or two, and on all of them in one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.tasks.labels.words import card_of, leader, weakest_class
from mercalli.telling.words import measure_of, sure
from mercalli.text.names import plain, quoted, readable
from mercalli.text.numbers import count, share_text
from mercalli.text.words import counted, first_few

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.results.difference import Ranking
    from mercalli.results.measure import BandCard, Measure, MetricCard
    from mercalli.tasks.labels.result import Evaluation, LevelReport, SystemReport

NAMED = 3
TWO = 2


def verdict(result: Evaluation, system: SystemReport) -> str:
    """What the first headline metric says, what is wrong where it matters most, and which gates are missed."""
    card = card_of(result, result.headline[0])
    parts = [_said(card, system.measure(card.metric)), *_wrong(system), *_gates(result, system)]
    return _sentences(parts)


def bottom_line(result: Evaluation) -> str:
    """Which system to take, as far as the numbers can tell."""
    if len(result.systems) == 1:
        return verdict(result, result.systems[0])
    ranking = ranking_of(result, result.headline[0])
    if ranking is None:
        best = leader(result)
        said = f"{plain(best.name)} has the best value. {_sentences(_told(result, best))}"
        return f"{said} Whether by more than chance was not tested here."
    first = [result[name] for name in ranking.groups[0]]
    return _ahead(result, first[0]) if len(first) == 1 else _tied(result, ranking, first)


def ranking_of(result: Evaluation, metric: str) -> Ranking | None:
    """Who leads on a metric, if systems were compared on it in a way that could show a difference."""
    compared = result.comparison
    rankings = () if compared is None or not compared.can_tell(metric) else compared.rankings
    return next((each for each in rankings if each.metric == metric), None)


def _ahead(result: Evaluation, system: SystemReport) -> str:
    return f"{plain(system.name)} is ahead. {_sentences(_told(result, system))}"


def _told(result: Evaluation, system: SystemReport) -> list[str]:
    """The value that decides, and the gates."""
    card = card_of(result, result.headline[0])
    return [_said(card, system.measure(card.metric)), *_gates(result, system)]


def _tied(result: Evaluation, ranking: Ranking, first: Sequence[SystemReport]) -> str:
    names = _listed([plain(system.name) for system in first])
    lead = (
        f"No difference was shown between the {len(first)} systems"
        if len(ranking.groups[0]) == len(result.systems)
        else f"{names} lead; no difference was shown between them"
    )
    return " ".join([f"{lead}.", *_gates_of_all(result, first)])


def _sentences(parts: Sequence[str]) -> str:
    return " ".join(f"{part[:1].upper()}{part[1:]}." for part in parts)


def band_at(bands: Sequence[BandCard], value: float) -> BandCard | None:
    """The band that holds a value: the highest that begins at or below it."""
    return max((band for band in bands if band.lower <= value), key=lambda band: band.lower, default=None)


def _said(card: MetricCard, measure: Measure) -> str:
    if measure.value is None:
        return f"{card.label} is undefined because {measure.undefined}"
    band = band_at(card.bands, measure.value)
    word = "" if band is None else f"{_word(card, band, measure)}: "
    says = f", {band.says}" if band is not None and band.says else ""
    worse = ", no better than always predicting the most frequent class" if card.useless(measure) else ""
    return f"{card.label} is {word}{sure(measure)}{worse}{says}"


def _word(card: MetricCard, band: BandCard, measure: Measure) -> str:
    """The band, and the one below if the interval reaches into it."""
    least = None if measure.low is None else band_at(card.bands, measure.low)
    return band.name if least is None or least == band else f"{band.name}, perhaps {least.name}"


def _wrong(system: SystemReport) -> list[str]:
    """The most weighty level with any rows, or else the weakest class."""
    levels = sorted((level for level in system.levels if level.total), key=lambda level: -level.weight)
    if levels:
        return [_level(levels[0])]
    worst = weakest_class(system)
    recall = None if worst is None else measure_of(worst.measures, "recall")
    if worst is None or recall is None or recall.value is None:
        return []
    if recall.value == 1:
        return ["finds all of every class"]
    return [
        f"finds {share_text(recall.value)} of {quoted(worst.name)}, its weakest class ({counted(worst.support, 'row')})"
    ]


def _level(level: LevelReport) -> str:
    asks = f" ({readable(level.response)})" if level.response else ""
    of = f"{count(level.total)} {readable(level.level)} items{asks}"
    wrong = level.total - level.correct
    return f"wrong on {count(wrong)} of {of}" if wrong else f"right on all {of}"


def _gates(result: Evaluation, system: SystemReport) -> list[str]:
    every = [gate for gate in result.gates if gate.system == system.name]
    missed = sum(not gate.passed for gate in every)
    if not every:
        return []
    if len(every) == 1:
        return [f"{'misses' if missed else 'passes'} the gate"]
    return [f"misses {missed:,} of {len(every):,} gates" if missed else f"passes all {len(every):,} gates"]


def _gates_of_all(result: Evaluation, systems: Sequence[SystemReport]) -> list[str]:
    """Who of several systems misses gates."""
    if not result.gates:
        return []
    missing = {gate.system for gate in result.gates if not gate.passed}
    names = [plain(system.name) for system in systems if system.name in missing]
    everybody = "Both" if len(systems) == TWO else "All of them"
    if not names:
        return [f"{everybody} pass every gate."]
    if len(names) == len(systems):
        return [f"{everybody} miss gates."]
    return [f"{names[0]} misses gates." if len(names) == 1 else f"{_listed(names)} miss gates."]


def _listed(names: Sequence[str]) -> str:
    """Names as a sentence lists them.

    >>> _listed(["a", "b", "c"]), _listed(list("abcde"))
    ('a, b and c', 'a, b, c and 2 more')
    """
    if len(names) > NAMED:
        return first_few(names, NAMED)
    return f"{', '.join(names[:-1])} and {names[-1]}"
