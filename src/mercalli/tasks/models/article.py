"""Language models and prompts side by side, as an article."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.estimates.confusion import MAJORITY
from mercalli.estimates.leads import notes_once
from mercalli.inputs.answers.answer import OUTCOMES
from mercalli.io.sheets import Sheet, sheet
from mercalli.results.verdict import MOST_CAUTIONS
from mercalli.tasks.models.cost_section import board_cells, board_columns, cost_figures, cost_section, cost_tables
from mercalli.tasks.models.figures import models_figure
from mercalli.tasks.models.prompts import section as prompts
from mercalli.tasks.models.repeats import section as repeats
from mercalli.tasks.models.repeats.section import answers_text
from mercalli.tasks.models.result import ModelReport, ModelsResult
from mercalli.tasks.models.verdict import ordered
from mercalli.telling.article import LONG, PAGE, Article, Block, Fold, Notes, Picture, Section, Table, table
from mercalli.telling.blocks import difference_table, ranking_table
from mercalli.telling.boards import Row, board
from mercalli.telling.files import MeasureRow, ahead_sheets, measures_csv
from mercalli.text.numbers import DIGITS, number
from mercalli.text.words import counted

PICTURE = "models.png"
AGREEMENT = ("alike", "raw", "pairwise", "alpha", "urgent", "always", "sometimes", "never")
SPREAD = ("error", "naive", "within", "between", "intraclass", "one", "endless", "twice_items")


def article(result: ModelsResult) -> Article:
    """The verdict and all systems side by side, then repeats, votes, prompts, answers, and who is ahead."""
    systems = ordered(result)
    return Article(
        title=result.provenance.title,
        asks="which language model or prompt to choose",
        summary=f"{counted(systems[0].n, 'item')}, {counted(len(systems), 'system')}",
        sections=(
            Section("Verdict", tuple(_overview(result, systems)), on=LONG, anchor="verdict"),
            *repeats.sections(result, systems),
            *prompts.sections(result),
            *cost_section(result),
            *_answers(result, systems),
            *([_comparison(result)] if result.pairs else []),
        ),
        metrics=(*result.metrics, *(() if result.cost is None else result.cost.metrics)),
        provenance=result.provenance,
        digests={"answers": result.digest},
    )


def _overview(result: ModelsResult, systems: Sequence[ModelReport]) -> Iterator[Block]:
    yield _board(result, systems)
    yield Picture(PICTURE, f"{result.decisive} of every system with its interval, and of the vote of its answers")
    yield Notes(notes_once(systems, result.notes)[MOST_CAUTIONS:], on=PAGE)


def _board(result: ModelsResult, systems: Sequence[ModelReport]) -> Table:
    names = sorted(result.headline, key=lambda name: name != result.decisive)
    several = len({(each.fewest, each.most) for each in systems}) > 1
    rows = [
        Row(
            each.name,
            (answers_text(each.fewest, each.most),) if several else (),
            tuple(each.measure(name) for name in names),
            tuple(board_cells(result, each.name)),
        )
        for each in systems
    ]
    return board(
        f"Best first by {result.decisive}; values are what one call is expected to score",
        rows,
        {name: name for name in names},
        result.metrics,
        more=("answers per item",) if several else (),
        beside=board_columns(result),
        baseline=MAJORITY,
        line="always predicting the most frequent class",
    )


def _answers(result: ModelsResult, systems: Sequence[ModelReport]) -> Iterator[Section]:
    """What could not be read, and what values would be if that were counted otherwise."""
    if not any(each.unread for each in systems):
        return
    header = ("system", "answers", *OUTCOMES, "no answer")
    rows = (
        (each.name, f"{each.answers:,}", *(f"{each.outcomes[name]:,}" for name in OUTCOMES), f"{each.absent:,}")
        for each in systems
    )
    counts = table("What became of the outputs; items without any answer are among the missing", header, rows)
    yield Section("Answers", (counts, _bounds(result, systems)), on=LONG, anchor="answers")


def _bounds(result: ModelsResult, systems: Sequence[ModelReport]) -> Table:
    header = ("system", "as wrong", "as right", "left out", "strict reading")
    rows = (
        (each.name, *(number(value, DIGITS) for value in (bound.wrong, bound.right, bound.left_out, bound.strict)))
        for each in systems
        for bound in each.bounds
        if bound.metric == result.decisive
    )
    return table(f"{result.decisive} if unread answers were counted otherwise", header, rows)


def _comparison(result: ModelsResult) -> Section:
    differences = difference_table(result.pairs, result.headline, result.provenance, PAGE)
    blocks = (ranking_table(result.rankings), Fold("Differences between pairs", (differences,)))
    return Section("Which is better", blocks, on=PAGE, anchor="comparison")


def pictures(result: ModelsResult) -> dict[str, bytes]:
    """What its page shows."""
    return {PICTURE: models_figure(result), **cost_figures(result)}


def tables(result: ModelsResult) -> dict[str, Sheet]:
    """Every metric of every system and vote, how far answers agree, standard errors, and who is ahead."""
    found = {"models.csv": measures_csv(_measures(result))}
    if any(each.repeated for each in result.systems):
        found |= {"agreement.csv": _agreement_csv(result), "errors.csv": _errors_csv(result)}
    if result.pairs:
        found |= ahead_sheets(result.pairs, result.rankings)
    return {**found, **cost_tables(result.cost)}


def _measures(result: ModelsResult) -> Iterator[MeasureRow]:
    for system in result.systems:
        yield from (MeasureRow(system.name, measure) for measure in system.measures)
        votes = () if system.vote is None else system.vote.measures
        yield from (MeasureRow(system.vote.name, measure) for measure in votes if system.vote is not None)


def _agreement_csv(result: ModelsResult) -> Sheet:
    known = [(each.name, each.agreement) for each in result.systems if each.agreement is not None]
    rows = [
        (name, part, measure.value, measure.low, measure.high, measure.method, measure.n)
        for name, same in known
        for part in AGREEMENT
        if (measure := getattr(same, part)) is not None
    ]
    kappas = [(name, "kappa", same.kappa, None, None, None, same.items) for name, same in known]
    return sheet("agreement", ("system", "measure", "value", "low", "high", "method", "n"), [*rows, *kappas])


def _errors_csv(result: ModelsResult) -> Sheet:
    rows = (
        (system.name, each.metric, *(getattr(each, name) for name in SPREAD))
        for system in result.systems
        for each in system.spreads
    )
    return sheet("errors", ("system", "metric", *SPREAD), rows)
