"""Models by prompts as sections of an article: the grid, what prompts move, and what the best of several is worth."""

from __future__ import annotations

from collections.abc import Iterator

from mercalli.results.named import system_named
from mercalli.tasks.models.result import Choice, ModelGrid, ModelsResult
from mercalli.tasks.models.verdict import order_text
from mercalli.telling.article import LONG, PAGE, Block, Cell, Section, Sentence, Table, table
from mercalli.telling.blocks import measure_cell
from mercalli.text.names import plain
from mercalli.text.numbers import interval, number, share_text, value_text


def sections(result: ModelsResult) -> Iterator[Section]:
    """The grid if systems are models by prompts, and the choice if there is one."""
    if result.grid is not None:
        yield Section("Models and prompts", tuple(_grid_blocks(result, result.grid)), on=LONG, anchor="prompts")
    if result.choice is not None:
        yield Section("The best of several", tuple(_choice_blocks(result.choice)), on=PAGE, anchor="choice")


def _grid_blocks(result: ModelsResult, grid: ModelGrid) -> Iterator[Block]:
    yield _grid(result, grid)
    if any(each.prompts > 1 for each in grid.spreads):
        yield _spreads(grid)
    yield from (Sentence(order_text(order)) for order in grid.orders)


def _grid(result: ModelsResult, grid: ModelGrid) -> Table:
    rows = ((prompt, *(_cell(result, grid, model, prompt) for model in grid.models)) for prompt in grid.prompts)
    return table(f"{grid.metric} of every prompt", ("prompt", *grid.models), rows, each="prompt")


def _cell(result: ModelsResult, grid: ModelGrid, model: str, prompt: str) -> Cell | str:
    name = grid.systems[model].get(prompt)
    return "" if name is None else measure_cell(system_named(result.systems, name).measure(grid.metric))


def _spreads(grid: ModelGrid) -> Table:
    header = ("model", "prompts", "worst", "median", "best", "best minus worst")
    rows = (
        (
            each.model,
            f"{each.prompts:,}",
            *(number(value, 3) for value in (each.lowest, each.median, each.highest, each.highest - each.lowest)),
        )
        for each in grid.spreads
    )
    return table(f"How far prompts move {grid.metric}", header, rows, each="model")


def _choice_blocks(choice: Choice) -> Iterator[Block]:
    ends = interval(choice.low, choice.high)
    held_out = "unknown" if choice.held_out is None else f"{value_text(choice.held_out)}{ends and f' ({ends})'}"
    optimism = "" if choice.optimism is None else f" On the half it was chosen on it was {choice.optimism:+.4f} higher."
    yield Sentence(
        f"{plain(choice.best)} has {choice.metric} {value_text(choice.naive)} on the items that made it the best of "
        f"{choice.systems}. Whichever is best on one half of the items has {held_out} on the other half, the mean of "
        f"{choice.splits:,} halves.{optimism}"
    )
    rows = ((each.name, share_text(each.share)) for each in choice.chosen)
    yield table("How often each was the best on one half", ("system", "chosen"), rows)
