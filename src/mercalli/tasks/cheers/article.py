"""Scores of CHEERS as an article: all runs side by side, then each by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.estimates.confusion import MAJORITY
from mercalli.io.sheets import Sheet
from mercalli.results.measure import Measure
from mercalli.results.parts import SliceReport
from mercalli.results.verdict import MOST_CAUTIONS
from mercalli.tasks.cheers.figures import cheers_figure
from mercalli.tasks.cheers.result import (
    ACCURACY,
    F1,
    HUMIMPACT,
    SHORT,
    Cheers,
    CoverageReport,
    ReadingReport,
    RunReport,
)
from mercalli.tasks.cheers.verdict import QUOTE, TRIVIAL, cautions, ordered
from mercalli.telling.article import (
    LONG,
    PAGE,
    SCREEN,
    Article,
    Block,
    Cell,
    Fold,
    Lines,
    Notes,
    On,
    Picture,
    Section,
    Sentence,
    Table,
    table,
)
from mercalli.telling.blocks import below, comparison_section
from mercalli.telling.boards import Row, board, keys, one_at_a_time
from mercalli.telling.files import (
    MeasureRow,
    ahead_sheets,
    classes_csv,
    measures_csv,
    slices_csv,
)
from mercalli.telling.svg.strip import Scale, Strip
from mercalli.telling.words import class_cells, interval_header
from mercalli.text.numbers import DIGITS, interval, number, percent, share_text
from mercalli.text.words import counted

PICTURE = "cheers.png"
UNIT = Scale(0.0, 1.0)
READING = ("reading", "rests_on", "left_out", "with_sector", "extracted")
READINGS = (
    "As written, a relevant sentence without a sector is left out, and one that is not relevant counts as a miss: "
    "quote this reading. The others leave out both, or count both; name them if you quote them."
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
    """All runs side by side with their coverage, the picture, then one run at a time."""
    runs = ordered(result)
    return Article(
        title=result.provenance.title,
        asks="CHEERS round 1",
        summary=f"{_sentences(runs[0])}, {counted(len(runs), 'run')}, reading {result.reading}",
        sections=(
            Section("Verdict", tuple(_overview(result, runs)), on=LONG, anchor="verdict"),
            *one_at_a_time(
                runs, lambda run: Section(run.name, tuple(_blocks(result, run)), _sentences(run)), "One run at a time"
            ),
            *([_comparison(result)] if result.pairs else []),
        ),
        metrics=result.metrics,
        provenance=result.provenance,
        digests={run.name: run.digest for run in result.systems},
        parts=keys([run.name for run in runs]),
    )


def _sentences(run: RunReport) -> str:
    return f"{counted(run.n, 'sentence')} of {counted(run.documents, 'document')}"


def _overview(result: Cheers, runs: Sequence[RunReport]) -> Iterator[Block]:
    if len(runs) > 1:
        yield _board(result, runs)
    yield Notes(cautions(result)[MOST_CAUTIONS:], on=PAGE)
    yield Picture(PICTURE, "The scores of every run with their intervals, and the F1 of each sector.")
    if len(runs) > 1:
        yield below(runs[0].name, "HumImpact")


def _board(result: Cheers, runs: Sequence[RunReport]) -> Table:
    """The coverage stands beside every HumImpact."""
    names = (HUMIMPACT, F1, ACCURACY)
    titles = {runs[0].measure(name).metric: SHORT[name] for name in names}
    rows = [Row(_named(run), (_covered(run.coverage),), tuple(map(run.measure, names))) for run in runs]
    least = (number(runs[0].measure(name).baselines.get(MAJORITY), DIGITS) for name in names)
    return board(
        "Best HumImpact first",
        rows,
        titles,
        result.metrics,
        more=("extracted",),
        baseline=MAJORITY,
        line=f"what {TRIVIAL} would get",
        foot=[("extract everything", "", *least)],
        each="run",
    )


def _named(run: RunReport) -> Cell:
    return Cell(run.name, tag="low coverage" if run.coverage.low else "")


def _covered(coverage: CoverageReport) -> Cell:
    """Of the sentences with a sector, how many were extracted."""
    share = number(None) if coverage.share is None else share_text(coverage.share)
    return Cell(share, f"{coverage.extracted:,} of {coverage.with_sector:,}")


def _comparison(result: Cheers) -> Section:
    metrics = [measure.metric for measure in result.systems[0].measures]
    return comparison_section(result.rankings, result.pairs, metrics, result.provenance)


def _blocks(result: Cheers, run: RunReport) -> Iterator[Block]:
    yield Sentence(f"The sector accuracy is a mean over {coverage_words(run.coverage)}.")
    yield _scores(result, run)
    yield Sentence(READINGS, on=PAGE)
    yield table(
        "Readings of the accuracy: how sentences without a sector count",
        ("reading", "sentences", "left out", "accuracy", "HumImpact", "quote"),
        map(_reading_cells, run.readings),
        words=("quote",),
        on=LONG,
    )
    yield table(
        "Sectors; a sentence that was not extracted counts as missed in each of its sectors",
        ("sector", "n", "predicted", "precision", "recall", "F1", "interval", "F1, 0 to 1"),
        ((*class_cells(sector), _strip(sector.measures[-1])) for sector in run.sectors),
        each="sector",
        on=LONG,
    )
    yield _slices(result, run, SCREEN)
    yield Fold(
        "As the challenge prints it, and relevance",
        (Lines("The lines that its program prints", score_lines(run)), _relevance(run)),
    )
    yield Fold("Slices", (_slices(result, run, PAGE),))


def _slices(result: Cheers, run: RunReport, on: On) -> Table:
    return table(
        "Slices; few: too few documents, or sentences with a sector, to rely on",
        ("slice", "n", *SHORT.values(), f"HumImpact {percent(result.provenance.settings['level'])}"),
        map(_slice_cells, run.slices),
        each="slice",
        on=on,
    )


def coverage_words(coverage: CoverageReport) -> str:
    """Over how many sentences the accuracy is a mean, and how many that have a sector were extracted.

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
    quote = "this one" if reading.name == QUOTE else "only by its name"
    return reading.name, f"{reading.scored:,}", f"{reading.left_out:,}", *values, quote


def _slice_cells(part: SliceReport) -> tuple[str, ...]:
    lead = part.measures[list(SHORT).index(HUMIMPACT)]
    return part.name + " (few)" * part.few, f"{part.n:,}", *map(_value, part.measures), interval(lead.low, lead.high)


def pictures(result: Cheers) -> dict[str, bytes]:
    """What its page shows."""
    return {PICTURE: cheers_figure(result)}


def tables(result: Cheers) -> dict[str, Sheet]:
    """Every score in every reading, sectors, slices and differences."""
    every = {
        "scores.csv": measures_csv(_score_rows(result), READING, keys=READING[:1]),
        "sectors.csv": classes_csv((each.name, each.sectors) for each in result.systems),
        "slices.csv": slices_csv((each.name, each.slices) for each in result.systems),
    }
    ahead = ahead_sheets(result.pairs, result.rankings)
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
