"""What the verdict on survival predictions rests on: who is told apart best, of the first cause."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.estimates.leads import beats, lead, pair_of, unit_name
from mercalli.estimates.ranking import best_first
from mercalli.results.grounds import Grounds, Standing
from mercalli.results.measure import Measure, by_text
from mercalli.tasks.survival.notes import WORSE
from mercalli.tasks.survival.result import COIN, SurvivalReport, SurvivalResult
from mercalli.text.names import plain
from mercalli.text.numbers import interval, value_text
from mercalli.text.words import plural

# What higher means, and the option that says so, if a prediction points the other way than its kind.
TURNED = {
    "risk": ("later", "--survival"),
    "survival": ("sooner", "--risk"),
    "cif": ("later", "--survival-curve"),
    "survival_curve": ("sooner", "--cif"),
}
TRIVIAL, ALIKE = "the same prediction for everyone", "alike"


def grounds(result: SurvivalResult) -> Grounds:
    """The predictions of the first cause by the first metric of its headline."""
    reports = [each for each in result.systems if each.cause == result.systems[0].cause]
    metric = result.shown(reports[0])[0]
    card = by_text(result.metrics, metric)
    turned = [each for each in reports if _is_worse_than_chance(result, each)]
    plausible = [each for each in reports if each not in turned]
    compared = plausible if 0 < len(plausible) < len(reports) else reports
    ordered = best_first(compared, lambda report: report.measure(metric).value, card.direction)
    best = ordered[0]
    first = lead(
        pair_of(result.pairs, best.name, ordered[1].name) if len(ordered) > 1 else None,
        metric,
        best.name,
        provenance=result.provenance,
        n=best.n,
    )
    return Grounds(
        metric=card.called,
        direction=card.direction,
        standings=tuple(Standing(each.name, each.measure(metric)) for each in ordered),
        tied=_tied(result, metric, ordered),
        beats=beats(result.pairs, metric),
        lead=first,
        trivial=TRIVIAL,
        baseline=ALIKE,
        speaks_for=_speaks_for(result, best),
        each="person",
        alarms=tuple(_direction(result, each, compared=compared is reports) for each in turned),
        beside=tuple(_meaning(best, best.measure(metric))),
        cautions=tuple(dict.fromkeys(note for note in (*shared_notes(result), *best.notes) if WORSE not in note)),
        steps=tuple(_steps(reports, ordered)),
    )


def _steps(reports: Sequence[SurvivalReport], ordered: Sequence[SurvivalReport]) -> Iterator[str]:
    """What ranks alone cannot say, and other people to test on."""
    if not any(each.calibration for each in reports):
        yield "Ranks do not say how many have the event by when: give probabilities over time too (--cif)."
    if len(ordered) > 1:
        yield f"Test {plain(ordered[0].name)} on other people: it was chosen among {len(ordered)} on these."


def _is_worse_than_chance(result: SurvivalResult, report: SurvivalReport) -> bool:
    """Whether it was shown that people are ranked the wrong way round."""
    measure = report.measure(result.shown(report)[0])
    ranks = by_text(result.metrics, measure.metric).direction > 0
    return ranks and measure.high is not None and measure.high < COIN


def _direction(result: SurvivalResult, report: SurvivalReport, *, compared: bool) -> str:
    """That a prediction may be turned, how to say so, and that it is not compared until then."""
    measure = report.measure(result.shown(report)[0])
    name = by_text(result.metrics, measure.metric).called
    value = f"{name} {value_text(measure.value or 0.0)} [{interval(measure.low, measure.high)}]"
    means, option = TURNED[report.kind]
    left_out = "" if compared else " Until then it is not compared with the others here."
    return (
        f"{plain(report.name)} ranks people worse than chance ({value}): its direction may be the other way. "
        f"If higher means {means}, give it with {option}.{left_out}"
    )


def _tied(result: SurvivalResult, metric: str, ordered: Sequence[SurvivalReport]) -> int:
    """How many of the first predictions the best one was not shown to be better than."""
    for at, other in enumerate(ordered[1:], 1):
        pair = pair_of(result.pairs, ordered[0].name, other.name)
        ahead = lead(pair, metric, ordered[0].name, provenance=result.provenance, n=1)
        if ahead is not None and ahead.shown:
            return at
    return len(ordered)


def _meaning(report: SurvivalReport, measure: Measure) -> list[str]:
    """A concordance in words that everybody can check."""
    if measure.value is None or not measure.metric.startswith("c_"):
        return []
    coin = measure.low is not None and measure.high is not None and measure.low <= COIN <= measure.high
    sure = " Its interval includes 0.5, which is chance." if coin else ""
    times = round(100 * measure.value)
    name = plain(report.name)
    return [f"Of 100 pairs of people, {name} ranks the one with the first event higher in {times} (chance: 50).{sure}"]


def _speaks_for(result: SurvivalResult, report: SurvivalReport) -> str:
    cause = result.causes[str(report.cause)]
    causes = "" if len(result.causes) == 1 else f" Other causes than {cause} have sections of their own."
    if result.provenance.roles.get("unit"):
        return f"This applies to new {plural(unit_name(result.provenance))} like these ({report.n:,} people).{causes}"
    return f"This applies to more people like these {report.n:,}, {report.events:,} of them with {cause}.{causes}"


def shared_notes(result: SurvivalResult) -> tuple[str, ...]:
    """Notes that hold for every prediction."""
    first = result.systems[0].notes
    return tuple(note for note in first if all(note in each.notes for each in result.systems))
