"""Scores of CHEERS as an article: all runs side by side, then each by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.io.sheets import Sheet
from mercalli.results.measure import Measure
from mercalli.results.parts import SliceReport
from mercalli.tasks.cheers.figures import cheers_figure
from mercalli.tasks.cheers.result import ACCURACY, HUMIMPACT, SHORT, Cheers, CoverageReport, ReadingReport, RunReport
from mercalli.telling.article import (
    LONG,
    PAGE,
    SCREEN,
    Article,
    Block,
    Cell,
    Lines,
    Notes,
    Picture,
    Section,
    Sentence,
    Table,
    Verdicts,
    table,
)
from mercalli.telling.blocks import below, difference_table, ranking_table, system_sections
from mercalli.telling.files import (
    MeasureRow,
    classes_csv,
    differences_csv,
    folder,
    measures_csv,
    rankings_csv,
    slices_csv,
)
from mercalli.telling.svg.strip import Scale, Strip
from mercalli.telling.words import best_first, class_cells, interval_header, sure
from mercalli.text.numbers import DIGITS, interval, number, percent
from mercalli.text.words import counted

PICTURE = "cheers.png"
UNIT = Scale(0.0, 1.0)
READING = ("reading", "rests_on", "left_out", "with_sector", "extracted")
READINGS = (
    "As written, a relevant sentence without a sector is left out, and one that is not relevant counts as a miss. "
    "The other readings leave out both, or count both."
)
# The words of the challenge's own program.
LINES = {
    "relevance_f1_score_macro": "Macro-averaged F1 score for is_relevant variable is",
    "sectorids_accuracy": "Accuracy for sector_ids variable is",
    "HumImpact": "HumImpact Score is",
}


def score_lines(run: RunReport) -> tuple[str, ...]:
    """Three lines and the dictionary, as the challenge prints them."""
    scores = run.scores
    texts = {name: "undefined" if value is None else f"{100 * value:.2f}" for name, value in scores.items()}
    return (*(f"{text}: {texts[name]}" for name, text in LINES.items()), str(scores))


def article(result: Cheers) -> Article:
    """A terminal shows the run with the best HumImpact alone."""
    ordered = best_first(result.systems, lambda run: run.measure(HUMIMPACT), result.metrics)
    board = [Section("All runs", tuple(_board(result, ordered)))] if len(ordered) > 1 else []
    return Article(
        title=result.provenance.title,
        asks="CHEERS round 1",
        summary=f"{_sentences(ordered[0])}, {counted(len(ordered), 'run')}, reading {result.reading}",
        sections=(
            *board,
            *system_sections(
                ordered, lambda run: Section(run.name, tuple(_blocks(result, run, ordered)), _sentences(run))
            ),
        ),
        metrics=result.metrics,
        provenance=result.provenance,
        digests={run.name: run.digest for run in result.systems},
    )


def _sentences(run: RunReport) -> str:
    return f"{counted(run.n, 'sentence')} of {counted(run.documents, 'document')}"


def _board(result: Cheers, ordered: Sequence[RunReport]) -> Iterator[Block]:
    """The coverage stands beside every HumImpact."""
    metrics = [measure.metric for measure in ordered[0].measures]
    lead = ordered[0].measure(HUMIMPACT).metric
    yield Notes(result.notes, on=PAGE)
    header = ("run", *SHORT.values(), "accuracy rests on")
    yield table("Runs, best HumImpact first", header, map(_run_cells, ordered), each="run", on=LONG)
    yield Picture(PICTURE, "The scores of every run with their intervals, and the F1 of each sector.")
    yield difference_table(result.pairs, (lead,), result.provenance, SCREEN)
    yield difference_table(result.pairs, metrics, result.provenance, PAGE)
    yield ranking_table(result.rankings)
    yield below(ordered[0].name, "HumImpact")


def _run_cells(run: RunReport) -> tuple[str, ...]:
    values = (_value(run.measure(metric)) for metric in SHORT)
    return run.name + " (low coverage)" * run.coverage.low, *values, counted(run.coverage.scored, "sentence")


def _blocks(result: Cheers, run: RunReport, ordered: Sequence[RunReport]) -> Iterator[Block]:
    lead = run.measure(HUMIMPACT)
    value = f"has no value: {lead.undefined}" if lead.value is None else f"is {sure(lead)}"
    verdict = f"HumImpact {value}. The sector accuracy rests on {coverage_words(run.coverage)}."
    yield Verdicts.of((verdict,), warns=run.coverage.low or lead.value is None)
    shared = () if len(ordered) > 1 else result.notes
    others = (f"{each.name}: {note}" for each in ordered if each is not run for note in each.notes)
    yield Notes((*run.notes, *shared), on=~SCREEN)
    yield Notes((*run.notes, *others, *result.notes), on=SCREEN)
    yield _scores(result, run)
    yield Lines("As the challenge prints it", score_lines(run))
    yield _relevance(run)
    yield Sentence(READINGS, on=PAGE)
    yield table(
        "Readings of the accuracy, by which sentences without a sector count",
        ("reading", "rests on", "left out", "accuracy", "HumImpact"),
        map(_reading_cells, run.readings),
        on=LONG,
    )
    yield table(
        "Sectors: a sentence that was not extracted is missed in each of its sectors",
        ("sector", "n", "predicted", "precision", "recall", "F1", "interval", "F1, 0 to 1"),
        ((*class_cells(sector), _strip(sector.measures[-1])) for sector in run.sectors),
        each="sector",
        on=LONG,
    )
    yield table(
        "Slices; few: too few documents, or sentences with a sector, to rely on",
        ("slice", "n", *SHORT.values(), f"HumImpact {percent(result.provenance.settings['level'])}"),
        map(_slice_cells, run.slices),
        each="slice",
        on=LONG,
    )


def coverage_words(coverage: CoverageReport) -> str:
    """On how much the accuracy rests.

    >>> from mercalli.tasks.cheers.result import CoverageReport
    >>> print(coverage_words(CoverageReport(scored=6, with_sector=5, extracted=4, least=0.5)))
    6 sentences; 4 of 5 with a sector were extracted (80%)
    """
    share = "" if coverage.share is None else f" ({100 * coverage.share:.0f}%)"
    return (
        f"{counted(coverage.scored, 'sentence')}; {coverage.extracted:,} of {coverage.with_sector:,} with a sector "
        f"were extracted{share}"
    )


def _value(measure: Measure) -> str:
    return number(measure.value, DIGITS)


def _scores(result: Cheers, run: RunReport) -> Table:
    accuracy = run.measure(ACCURACY)
    return table(
        "Scores; intervals are over documents" if accuracy.low is not None else "Scores",
        ("metric", "value", interval_header(result.provenance), "0 to 1; tall line: ceiling"),
        (
            (
                *(each.metric, number(each.value), interval(each.low, each.high, digits=4)),
                _strip(each, run.ceiling.value if each is accuracy else None),
            )
            for each in (*run.measures, run.ceiling)
        ),
    )


def _strip(measure: Measure, line: float | None = None) -> Cell:
    """A value drawn from 0 to 1."""
    return Cell("", strip=Strip(measure, UNIT, line=line))


def _relevance(run: RunReport) -> Table:
    truths = ("not relevant", "relevant")
    rows = ((name, *(f"{cell:,.0f}" for cell in row[:2])) for name, row in zip(truths, run.table.cells, strict=True))
    return table("Relevance: how many sentences", ("truth", "not extracted", "extracted"), rows, on=PAGE)


def _reading_cells(reading: ReadingReport) -> tuple[str, ...]:
    values = map(_value, (reading.accuracy, reading.humimpact))
    return reading.name, f"{reading.scored:,}", f"{reading.left_out:,}", *values


def _slice_cells(part: SliceReport) -> tuple[str, ...]:
    lead = part.measures[list(SHORT).index(HUMIMPACT)]
    return part.name + " (few)" * part.few, f"{part.n:,}", *map(_value, part.measures), interval(lead.low, lead.high)


def files(result: Cheers) -> dict[str, str | bytes]:
    """The report folder: every score in every reading, sectors, slices and differences, for a spreadsheet."""
    return folder(result, article(result), tables(result), {PICTURE: cheers_figure(result)})


def tables(result: Cheers) -> dict[str, Sheet]:
    """Every score in every reading, sectors, slices and differences."""
    every = {
        "scores.csv": measures_csv(_score_rows(result), READING, keys=READING[:1]),
        "sectors.csv": classes_csv((each.name, each.sectors) for each in result.systems),
        "slices.csv": slices_csv((each.name, each.slices) for each in result.systems),
    }
    ahead = {"differences.csv": differences_csv(result.pairs), "rankings.csv": rankings_csv(result.rankings)}
    return {**every, **(ahead if result.pairs else {})}


def _score_rows(result: Cheers) -> Iterator[MeasureRow]:
    """The scores in the reading that was asked for, the ceiling, and the accuracy and HumImpact of every reading."""
    for run in result.systems:
        for reading in run.readings:
            asked = reading.name == result.reading
            measures = (*run.measures, run.ceiling) if asked else (reading.accuracy, reading.humimpact)
            coverage = (run.coverage.with_sector, run.coverage.extracted)
            rests = (reading.name, reading.scored, reading.left_out, *coverage)
            yield from (MeasureRow(run.name, each, more=rests) for each in measures)
