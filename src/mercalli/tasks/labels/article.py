"""An evaluation as an article: the verdict, where the errors are, and what to do about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from mercalli.io.sheets import Kind, Sheet, sheet
from mercalli.results.verdict import MOST_CAUTIONS
from mercalli.tasks.labels.cautions import every_note
from mercalli.tasks.labels.compare.article import comparison_section
from mercalli.tasks.labels.confidence_tables import confidence_section, confidence_tables, prompt_blocks
from mercalli.tasks.labels.confusions import confusions
from mercalli.tasks.labels.evidence import (
    class_section,
    error_section,
    example_section,
    next_section,
    slice_section,
    systems_in_detail,
)
from mercalli.tasks.labels.level_tables import level_section
from mercalli.tasks.labels.metric_tables import (
    MAJORITY,
    SKILL,
    banded,
    legend,
    measure_table,
    metric_section,
    with_intervals,
)
from mercalli.tasks.labels.output_tables import output_section
from mercalli.tasks.labels.result import CLASS_METRICS, Evaluation, SystemReport
from mercalli.tasks.labels.site_tables import site_section
from mercalli.tasks.labels.standing import best_first, card_of, decisive, leader, rows_text, same_rows
from mercalli.telling.article import (
    LONG,
    PAGE,
    PROMPT,
    SCREEN,
    Article,
    Block,
    Cell,
    Gates,
    Notes,
    Rankings,
    Section,
    Sentence,
    Table,
    table,
)
from mercalli.telling.blocks import measure_cell
from mercalli.telling.files import (
    CONFUSIONS,
    MeasureRow,
    classes_csv,
    differences_csv,
    gates_csv,
    measures_csv,
    slices_csv,
)
from mercalli.telling.svg.strip import NARROW, Scale, Strip
from mercalli.telling.words import sure, tone, with_companions
from mercalli.text.numbers import DIGITS, number
from mercalli.text.words import counted

MOST_SYSTEMS = 12
CONFUSION: Mapping[str, Kind] = {
    "system": str,
    "truth": str,
    "pred": str,
    "count": float,
    "share": float,
    "harm": float,
}
ROWS, ANSWERED = "rows", "answered"


def article(result: Evaluation) -> Article:
    """The verdict first, then topic by topic; a terminal shows the best system alone, a prompt each in a few lines."""
    detailed = systems_in_detail(result)
    several = len(result.systems) > 1
    compared = result.comparison
    return Article(
        title=result.provenance.title,
        asks="how good the predictions are",
        summary=f"{_size(result, rows_text(result))}, {counted(len(result.systems), 'system')}",
        sections=(
            Section("Verdict", tuple(_verdict(result)), on=LONG, anchor="verdict"),
            next_section(result, detailed),
            output_section(result),
            error_section(result, detailed),
            class_section(result, detailed),
            level_section(result),
            confidence_section(result, detailed),
            site_section(result),
            slice_section(result, detailed),
            *([] if compared is None else [comparison_section(compared)]),
            example_section(result, detailed),
            metric_section(result, detailed),
            *(_prompt_section(result, system) for system in result.systems),
        ),
        metrics=result.metrics,
        provenance=result.provenance,
        digests={system.name: system.digest for system in result.systems},
        parts={key: system.name for key, system in detailed.items()} if several else {},
        explained=(*with_companions(result), *CLASS_METRICS),
    )


def _size(result: Evaluation, rows: str) -> str:
    classes = counted(len(result.systems[0].table.classes), "class")
    return f"{rows}, {classes}, profile {result.provenance.profile}"


def _verdict(result: Evaluation) -> Iterator[Block]:
    """Below the verdict itself: gates, and the values that it rests on."""
    ordered = best_first(result)
    yield Gates(result.gates)
    if len(ordered) == 1:
        yield from _coverage(ordered[0])
        yield from (measure_table(result, ordered[0], with_companions(result), on) for on in (SCREEN, PAGE))
        yield Sentence(SKILL, on=PAGE)
    else:
        yield _board(result, ordered)
        yield from _ahead(result)
    if result.provenance.profile_title:
        yield Sentence(f"Profile {result.provenance.profile}: {result.provenance.profile_title}.", on=PAGE)
    yield Notes(every_note(result, ordered)[MOST_CAUTIONS:], on=PAGE)


def _coverage(system: SystemReport) -> Iterator[Block]:
    """Of how many items the scores speak, where others were left out."""
    answers = system.answers
    if answers is not None and _left_items_out(system):
        share = f"{_answered(system)} items ({answers.coverage:.1%})"
        yield Sentence(f"Answered {share}; the scores are for these items only.", on=LONG)


def _answered(system: SystemReport) -> str:
    answers = system.answers
    return "" if answers is None else f"{answers.answered:,} of {answers.items:,}"


def _ahead(result: Evaluation) -> Iterator[Block]:
    """For a terminal: the ranking that decides, and which system follows."""
    lead = decisive(result)
    if result.comparison is not None:
        yield Rankings(tuple(each for each in result.comparison.rankings if each.metric == lead), on=SCREEN)
    first = leader(result)
    yield Sentence(f"Details of {first.name}, the best by {lead}: {sure(first.measure(lead))}", on=SCREEN)


def _board(result: Evaluation, ordered: Sequence[SystemReport]) -> Table:
    """Every headline metric with those that it must not be read without; a terminal shows one interval."""
    metrics, lead, same = with_companions(result), decisive(result), same_rows(result)
    own = (*([] if same else [ROWS]), *([ANSWERED] if any(map(_left_items_out, ordered)) else []))
    rows = (row for each in ordered for row in _board_rows(result, each, metrics, own))
    board = table(
        f"Best first by {lead}{with_intervals(result)}{'; words are bands of the profile' if banded(result) else ''}",
        ("system", *own, *metrics),
        rows,
        most=MOST_SYSTEMS * (1 if same else 2),
        each="system",
        on=LONG,
        look="board",
    )
    return replace(
        board,
        legend=legend(result),
        foot=(_baselines(ordered[0], metrics, own),) if same else (),
        brief=tuple(name for name in metrics if name != lead),
        groups=tuple((*own, *group) if lead in group else group for group in _together(result, metrics)),
    )


def _together(result: Evaluation, metrics: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Each headline metric with those that it must not be read without; each of them once, where it is needed first."""
    cards, told = {card.metric: card for card in result.metrics}, set[str]()
    for name in result.headline:
        group = [each for each in (name, *cards[name].beside) if each in metrics and each not in told]
        told |= set(group)
        if group:
            yield tuple(group)


def _left_items_out(system: SystemReport) -> bool:
    return system.answers is not None and system.answers.missing > 0 and system.n < system.answers.items


def _board_rows(
    result: Evaluation, system: SystemReport, metrics: Sequence[str], own: Sequence[str]
) -> Iterator[Sequence[str | Cell]]:
    """A system, and below it the baseline on its rows where these are its own."""
    yield list(_board_cells(result, system, metrics, own))
    if ROWS in own:
        yield _baselines(system, metrics, own)


def _baselines(system: SystemReport, metrics: Sequence[str], own: Sequence[str]) -> tuple[str, ...]:
    values = (number(system.measure(name).baselines["majority"], DIGITS) for name in metrics)
    return (MAJORITY, *("" for _ in own), *values)


def _board_cells(
    result: Evaluation, system: SystemReport, metrics: Sequence[str], own: Sequence[str]
) -> Iterator[str | Cell]:
    yield system.name
    told = {ROWS: f"{system.n:,}", ANSWERED: _answered(system)}
    yield from (told[name] for name in own)
    for name in metrics:
        measure, card = system.measure(name), card_of(result, name)
        scale = Scale.of(card, [each.measure(name) for each in result.systems], NARROW)
        strip = Strip(measure, scale, line=measure.baselines["majority"])
        yield measure_cell(measure, strip, mark=measure.band or "", tone=tone(card, measure))


def _prompt_section(result: Evaluation, system: SystemReport) -> Section:
    shown = measure_table(result, system, with_companions(result), PROMPT)
    about = _size(result, counted(system.n, "row"))
    return Section(system.name, (shown, *prompt_blocks(system), Notes(system.notes)), about, on=PROMPT)


def tables(result: Evaluation) -> dict[str, Sheet]:
    """Measures, classes, slices and errors; who is ahead, and gates, where that was asked."""
    errors = (
        (system.name, each.truth, each.pred, each.count, each.share, each.harm)
        for system in result.systems
        for each in confusions(system.table)
    )
    pairs = () if result.comparison is None else result.comparison.pairs
    return {
        "metrics.csv": measures_csv(MeasureRow(each.name, one) for each in result.systems for one in each.measures),
        "classes.csv": classes_csv((each.name, each.classes) for each in result.systems),
        "slices.csv": slices_csv((each.name, each.slices) for each in result.systems),
        "confusions.csv": sheet(CONFUSIONS, CONFUSION, errors, CONFUSION),
        **confidence_tables(result),
        **({"differences.csv": differences_csv(pairs)} if pairs else {}),
        **({"gates.csv": gates_csv(result.gates)} if result.gates else {}),
    }
