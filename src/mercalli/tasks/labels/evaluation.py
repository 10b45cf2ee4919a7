"""An evaluation as a Markdown page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.tasks.labels.compare.comparison import comparison_part
from mercalli.tasks.labels.rows import rows_text
from mercalli.tasks.labels.system import system_part
from mercalli.tasks.labels.verdict import bottom_line, card_of, ranking_of
from mercalli.tasks.labels.words import best_first
from mercalli.telling.markdown.computed import computed
from mercalli.telling.markdown.marks import escape, listed, measured, table
from mercalli.telling.words import gate_text, sure, value_or_why
from mercalli.text.numbers import NOTHING
from mercalli.text.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.tasks.labels.result import Evaluation, SystemReport


def evaluation_page(result: Evaluation) -> str:
    """What was found about every system, how sure it is, what to do about it, and how it was computed."""
    digests = {system.name: system.digest for system in result.systems}
    return "\n".join([*_evaluation(result), *computed(result.provenance, digests)]) + "\n"


def _evaluation(result: Evaluation) -> Iterator[str]:
    first = result.systems[0]
    yield f"# {escape(result.provenance.title)}\n"
    rows, classes = rows_text(result), counted(len(first.table.classes), "class")
    profile = escape(result.provenance.profile)
    yield f"{rows}, {classes}, {counted(len(result.systems), 'system')}, profile {profile}.\n"
    yield f"**{escape(bottom_line(result))}**"
    yield from listed(result.notes)
    if result.gates:
        yield "\n## Gates"
        yield from listed(f"{'passed' if gate.passed else 'missed'}: {gate_text(gate)}" for gate in result.gates)
    if len(result.systems) > 1:
        yield from _systems(result)
        yield from _questions(result)
    if result.comparison is not None:
        yield from comparison_part(result.comparison)
    for system in result.systems:
        yield from system_part(result, system)


def _systems(result: Evaluation) -> Iterator[str]:
    yield "\n## Systems\n"
    rows = ([escape(system.name), f"{system.n:,}", *_values(result, system)] for system in best_first(result))
    yield from table(["system", "rows", *map(escape, result.headline)], rows)


def _values(result: Evaluation, system: SystemReport) -> list[str]:
    return [measured(system.measure(name), value_or_why) for name in result.headline]


def _questions(result: Evaluation) -> Iterator[str]:
    """Who is best by each metric that has a better and a worse, and who cannot be told from it."""
    yield "\n## Which system for which question\n"
    asked = [name for name in result.headline if card_of(result, name).direction]
    header = ["metric", "what it asks", "best", "value", "no difference shown"]
    yield from table(header, (_question(result, name) for name in asked))


def _question(result: Evaluation, metric: str) -> list[str]:
    best, card = best_first(result, metric)[0], card_of(result, metric)
    value = measured(best.measure(metric), sure)
    return [escape(metric), escape(card.meaning), escape(best.name), value, _alike(result, metric, best.name)]


def _alike(result: Evaluation, metric: str, best: str) -> str:
    """Those in the tie group of the best, if systems were compared on the metric."""
    ranking = ranking_of(result, metric)
    if ranking is None:
        return "not tested"
    return ", ".join(escape(name) for name in ranking.groups[0] if name != best) or NOTHING
