"""Which system leads, where it is weakest, and the verdict: on a system in a sentence or two, on all of them in one."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from mercalli.results.difference import Ranking
from mercalli.results.measure import BandCard, Measure, MetricCard, by_text
from mercalli.results.parts import ClassReport, SliceReport
from mercalli.tasks.labels.result import Evaluation, LevelReport, SystemReport
from mercalli.telling import words
from mercalli.telling.words import sure
from mercalli.text.names import plain, quoted, readable
from mercalli.text.numbers import count, share_text
from mercalli.text.words import capital, counted, first_few

NAMED = 3
TWO = 2


def card_of(result: Evaluation, metric: str) -> MetricCard:
    """What is known about a metric of the result."""
    return by_text(result.metrics, metric)


def decisive(result: Evaluation) -> str:
    """The first headline metric that has a direction, or else the first."""
    return next((name for name in result.headline if card_of(result, name).direction), result.headline[0])


def best_first(result: Evaluation) -> list[SystemReport]:
    """Systems by the decisive metric."""
    chosen = decisive(result)
    return words.best_first(result.systems, lambda system: system.measure(chosen), result.metrics)


def leader(result: Evaluation) -> SystemReport:
    """The system with the best value of the decisive metric."""
    return best_first(result)[0]


def weakest_class(system: SystemReport) -> ClassReport | None:
    """The class of which the smallest share was found, among those with enough rows if there are any."""
    present = [report for report in system.classes if report.support]
    enough = [report for report in present if not report.few]
    return min(enough or present, key=lambda report: _value(report.measures, "recall"), default=None)


def weakest_slice(result: Evaluation, system: SystemReport) -> SliceReport | None:
    """The slice with the worst first headline metric, among those with enough rows."""
    sign = card_of(result, result.headline[0]).direction or 1
    enough = [part for part in system.slices if not part.few and part.measures[0].value is not None]
    return min(enough, key=lambda part: sign * _value(part.measures, result.headline[0]), default=None)


def _value(measures: Sequence[Measure], metric: str) -> float:
    value = by_text(measures, metric).value
    return inf if value is None else value


def rows_text(result: Evaluation) -> str:
    """How many rows there are, from the fewest to the most where systems have their own."""
    least, most = (find(system.n for system in result.systems) for find in (min, max))
    return counted(most, "row") if least == most else f"{least:,} to {counted(most, 'row')}"


def same_rows(result: Evaluation) -> bool:
    """Whether all systems have as many rows of each class, and so the same baselines."""
    return len({tuple((each.name, each.support) for each in system.classes) for system in result.systems}) == 1


def verdict(result: Evaluation, system: SystemReport) -> str:
    """What the first headline metric says, what is wrong where it matters most, and which gates are missed."""
    return _sentences([_decisive_value(result, system), *_wrong(system), *_gates(result, system)])


def bottom_line(result: Evaluation) -> str:
    """Which system to take, as far as the numbers can tell."""
    if len(result.systems) == 1:
        return verdict(result, result.systems[0])
    ranking = ranking_of(result, result.headline[0])
    first = [leader(result)] if ranking is None else [result[name] for name in ranking.groups[0]]
    if len(first) > 1:
        return _tied(result, first)
    name, value = plain(first[0].name), _sentences([_decisive_value(result, first[0]), *_gates(result, first[0])])
    if ranking is None:
        return f"{name} has the best value. {value} Whether by more than chance was not tested here."
    return f"{name} is ahead. {value}"


def ranking_of(result: Evaluation, metric: str) -> Ranking | None:
    """Who leads on a metric, if systems were compared on it in a way that could show a difference."""
    compared = result.comparison
    rankings = () if compared is None or not compared.can_tell(metric) else compared.rankings
    return next((each for each in rankings if each.metric == metric), None)


def _tied(result: Evaluation, first: Sequence[SystemReport]) -> str:
    names = _listed([plain(system.name) for system in first])
    lead = (
        f"No difference was shown between the {len(first)} systems"
        if len(first) == len(result.systems)
        else f"{names} lead; no difference was shown between them"
    )
    return " ".join([f"{lead}.", *_gates_of_all(result, first)])


def _sentences(parts: Sequence[str]) -> str:
    return " ".join(f"{capital(part)}." for part in parts)


def band_at(bands: Sequence[BandCard], value: float) -> BandCard | None:
    """The band that holds a value: the highest that begins at or below it."""
    return max((band for band in bands if band.lower <= value), key=lambda band: band.lower, default=None)


def _decisive_value(result: Evaluation, system: SystemReport) -> str:
    """What the first headline metric says of a system."""
    card, measure = card_of(result, result.headline[0]), system.measure(result.headline[0])
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
    recall = None if worst is None else by_text(worst.measures, "recall").value
    if worst is None or recall is None:
        return []
    if recall == 1:
        return ["finds all of every class"]
    return [f"finds {share_text(recall)} of {quoted(worst.name)}, its weakest class ({counted(worst.support, 'row')})"]


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
