"""What the verdict on CHEERS runs is made of: HumImpact, how much each run covers, and which reading to quote."""

from __future__ import annotations

from collections.abc import Iterator

from mercalli.estimates.confusion import MAJORITY
from mercalli.estimates.leads import beats, first_lead, notes_once, speaks_for, tied
from mercalli.metrics.sentences.sector_rows import READINGS
from mercalli.results.grounds import Finds, Grounds, Standing
from mercalli.results.measure import by_text
from mercalli.results.parts import of_those, weakest
from mercalli.tasks.cheers.notes import LOW_COVERAGE, NO_SCORE
from mercalli.tasks.cheers.result import COVERAGE, HUMIMPACT, Cheers, RunReport
from mercalli.telling.words import best_first
from mercalli.text.names import plain, quoted
from mercalli.text.numbers import share_text, value_text
from mercalli.text.words import counted, listed

TRIVIAL = "extracting every sentence with the most frequent sector"
QUOTE = READINGS[0]


def ordered(result: Cheers) -> list[RunReport]:
    """The runs, the best HumImpact first."""
    return best_first(result.systems, lambda run: run.measure(HUMIMPACT), result.metrics)


def grounds(result: Cheers) -> Grounds:
    """The runs by HumImpact; one that leads because it extracts little is warned of."""
    runs = ordered(result)
    best, metric = runs[0], runs[0].measure(HUMIMPACT)
    enough = _covers_enough(runs)
    units = best.documents if best.documents > 1 else None
    return Grounds(
        metric="HumImpact",
        direction=1,
        standings=tuple(Standing(run.name, run.measure(HUMIMPACT), tuple(_finds(run))) for run in runs),
        tied=tied(result.rankings, metric.metric),
        beats=beats(result.pairs, metric.metric),
        lead=first_lead(result.pairs, metric.metric, runs, result.provenance),
        flaw=f"with low coverage ({_covered(best)})" if best.coverage.low else "",
        trivial=TRIVIAL,
        baseline=MAJORITY,
        speaks_for=speaks_for(result.provenance, best.n, units, "sentence", "document") if units else _one(best),
        each="sentence",
        unit="document",
        alarms=tuple(_covers_little(runs, enough)),
        beside=tuple(_quoted(enough or best)),
        cautions=cautions(result),
        steps=tuple(_steps(runs)),
    )


def cautions(result: Cheers) -> tuple[str, ...]:
    """Notes once, scores that there are none of first; that the leader covers little is said by an alarm."""
    notes = [note for note in notes_once(ordered(result), result.notes) if not note.startswith(LOW_COVERAGE)]
    return tuple(sorted(notes, key=lambda note: NO_SCORE not in note))


def _finds(run: RunReport) -> Iterator[Finds]:
    """Sentences that have a sector and were extracted; below the least coverage the accuracy says little."""
    covered, found = run.coverage, run.measure(COVERAGE)
    if covered.with_sector:
        name = "the sentences that have a sector"
        yield Finds(name, covered.extracted, covered.with_sector, found.low, found.high, covered.least, "sentence")


def _covers_enough(runs: list[RunReport]) -> RunReport | None:
    """The best run that has a score and covers enough for it, if there is one."""
    return next((run for run in runs if not run.coverage.low and run.measure(HUMIMPACT).value is not None), None)


def _covered(run: RunReport) -> str:
    return share_text(run.coverage.share or 0.0)


def _covers_little(runs: list[RunReport], enough: RunReport | None) -> Iterator[str]:
    """A best run with low coverage, and the first run that covers enough; a run without a score leads nothing."""
    best = runs[0]
    if not best.coverage.low or best.measure(HUMIMPACT).value is None:
        return
    words = (
        f"{plain(best.name)} {'has' if len(runs) == 1 else 'leads by HumImpact with'} low coverage: its sector "
        f"accuracy is a mean over only {counted(best.coverage.scored, 'sentence')}"
    )
    if enough is None:
        yield f"{words}, which it chose itself."
        return
    value = value_text(enough.measure(HUMIMPACT).value or 0.0)
    yield (
        f"{words}. The best run with enough coverage is {plain(enough.name)}: HumImpact {value}, "
        f"{_covered(enough)} covered."
    )


def _quoted(run: RunReport) -> Iterator[str]:
    """Which of the readings of a run to quote, and what the others would say; low coverage goes with it."""
    readings = {each.name: each.humimpact.value for each in run.readings}
    value = readings.get(QUOTE)
    if value is None:
        return
    others = [f"{name} {value_text(each)}" for name, each in readings.items() if name != QUOTE and each is not None]
    more = f" Other readings give {listed(others)}: name them if you quote them." if others else ""
    low = f", only with its coverage of {_covered(run)} beside it" if run.coverage.low else ""
    yield (
        f"For {plain(run.name)}, quote HumImpact {value_text(value)}{low}: the reading {QUOTE}, which is the "
        f"documented formula.{more}"
    )


def _one(best: RunReport) -> str:
    return f"This applies to these {counted(best.n, 'sentence')} of one document."


def _steps(runs: list[RunReport]) -> Iterator[str]:
    if runs[0].coverage.low:
        name = plain(runs[0].name)
        yield f"Let {name} extract more sentences, and score it again; quote its coverage beside HumImpact."
    worst = weakest(runs[0].sectors)
    recall = None if worst is None else by_text(worst.measures, "recall").value
    if worst is not None and recall is not None and not worst.few:
        found = f"{share_text(recall)} of its sentences ({worst.support:,}) are found and named right"
        among = of_those(worst, runs[0].sectors, "sentences")
        of = f"of {plain(runs[0].name)}{among}"
        yield f"Add labelled examples of {quoted(worst.name)}, the weakest sector {of}: {found}."
