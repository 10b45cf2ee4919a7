"""Sentences on survival that the screen and the page share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.text.numbers import number, percent

if TYPE_CHECKING:
    from mercalli.tasks.survival.result import PairCounts, SurvivalReport, SurvivalResult

WAYS = {
    "risk": "higher means sooner",
    "survival": "higher means later",
    "cif": "chances over time",
    "survival_curve": "chances over time",
}
INTERVAL = (
    "Intervals say how far values would scatter if other people like these had been followed. They come from what each "
    "person contributes to the value; the model, and the chance to be censored, are held fixed."
)
DIGITS = 3
COIN = 0.5


def way(report: SurvivalReport) -> str:
    """Which way a prediction points."""
    return WAYS[report.kind]


def first_words(result: SurvivalResult, report: SurvivalReport) -> str:
    """Who was looked at."""
    cause = result.causes[str(report.cause)]
    other = f", {report.competing:,} with another event" if report.competing else ""
    people = "1 person" if report.n == 1 else f"{report.n:,} people"
    return f"{people}, {report.events:,} with {cause}{other}, {report.censored:,} censored"


def reading(result: SurvivalResult, report: SurvivalReport) -> str:
    """What the first value means, in a sentence."""
    measure = report.measure(result.shown(report)[0])
    if measure.value is None:
        return f"{measure.metric} is undefined because {measure.undefined}."
    card = next(each for each in result.metrics if each.metric == measure.metric)
    says = next((band.says for band in card.bands if band.name == measure.band), "")
    sure = ""
    if measure.low is not None and measure.high is not None:
        level = percent(result.provenance.settings["level"])
        coin = ", which holds 0.5, a coin" if measure.low <= COIN <= measure.high else ""
        sure = f" ({level} interval {number(measure.low, DIGITS)} to {number(measure.high, DIGITS)}{coin})"
    told = f" That is {measure.band}: {says}." if measure.band else ""
    times = round(100 * measure.value)
    return f"Of 100 such pairs, the one hit first had the higher risk in {times}{sure}.{told}"


def pairs_words(pairs: PairCounts) -> str:
    """How many pairs there are, of which kinds, and why others are left out."""
    return (
        f"Of {pairs.total:,} pairs of people {pairs.comparable:,} can be compared (c_index): {pairs.concordant:,} "
        f"concordant, {pairs.discordant:,} discordant, {pairs.tied_risk:,} of equal risk. {_excluded(pairs)}"
    ).rstrip()


def _excluded(pairs: PairCounts) -> str:
    """Why the other pairs are left out."""
    if not pairs.excluded:
        return ""
    told = "; ".join(f"{why} ({count:,})" for why, count in pairs.excluded.items())
    return f"Left out, because {told}."
