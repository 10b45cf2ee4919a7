"""What should be known before relying on a choice between language models."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from mercalli.estimates.settings import Settings
from mercalli.inputs.about import AboutSystem
from mercalli.inputs.digest import digest_of
from mercalli.results.limits import FEW_ROWS, on_few_units
from mercalli.tasks.models.data import ModelsData, SystemAnswers
from mercalli.tasks.models.result import ModelReport
from mercalli.text.names import plain
from mercalli.text.words import counted, listed
from mercalli.uncertainty.paired import exchanges, needed_exchanges

UNEQUAL = 0.02


def result_notes(
    data: ModelsData, about: Mapping[str, AboutSystem], settings: Settings, unit: str | None
) -> Iterator[str]:
    """What is true of all systems together."""
    if data.uncounted is not None:
        yield (
            f"Every row counts as one item. The column {data.uncounted!r} holds whole numbers: if it says for how many "
            f"items each row stands, pass --count {data.uncounted}."
        )
    yield from _same_answers(data)
    yield from _same_prompts(about)
    yield from _unequal(data)
    if data.dropped:
        yield (
            f"Left out: {counted(data.dropped, 'item')} to which some system has no readable answer. "
            f"A system that refuses hard items looks better this way."
        )
    if data.repeated_without_sample:
        yield "No column of samples was named: rows of the same item and system were taken as samples of it."
    if data.n < FEW_ROWS:
        yield f"Only {counted(data.n, 'item')}: intervals are wide and rough."
    yield from on_few_units(None if data.unit is None else len(data.unit.values), unit or "unit")
    pairs = len(data.systems) * (len(data.systems) - 1) // 2
    needed, planned = needed_exchanges(pairs, settings.level), exchanges(pairs, settings.level, settings.replicates)
    if settings.replicates and planned < needed:
        yield (
            f"With {counted(pairs, 'pair')} and {planned:,} exchanges no corrected p can show a difference; it takes "
            f"{needed:,} replicates or more, or fewer systems."
        )


def _same_answers(data: ModelsData) -> Iterator[str]:
    """Systems that gave the same answers, or the very same outputs, to all items."""
    outputs, answers = (_alike(data, part) for part in ("raw", "code"))
    told = {name for names in outputs for name in names}
    for names in outputs:
        yield f"{listed(list(map(plain, names)))} gave the very same outputs to all items: are they one system?"
    for names in answers:
        if not told.issuperset(names):
            yield f"{listed(list(map(plain, names)))} gave the same answers to all items."


def _alike(data: ModelsData, part: str) -> list[list[str]]:
    """Names of systems whose answers are the same, item by item and in any order."""
    found: dict[str, list[str]] = {}
    for system in data.systems:
        found.setdefault(_print(system, part), []).append(system.name)
    return [names for names in found.values() if len(names) > 1]


def _print(system: SystemAnswers, part: str) -> str:
    values = getattr(system, part)
    order = np.lexsort((values, system.item))
    return digest_of("", [system.item, values[order]])


def _same_prompts(about: Mapping[str, AboutSystem]) -> Iterator[str]:
    """Names do not identify prompts: one prompt under two names, and two prompts under one."""
    prompts: dict[tuple[str, str], list[str]] = {}
    names: dict[str, set[str]] = {}
    for name, each in about.items():
        if each.prompt_digest:
            prompts.setdefault((each.model, each.prompt_digest), []).append(name)
            names.setdefault(each.prompt, set()).add(each.prompt_digest)
    for alike in prompts.values():
        if len(alike) > 1:
            yield f"{listed(list(map(plain, alike)))} have the same model and the same prompt file: they are repeats."
    for prompt, digests in names.items():
        if prompt and len(digests) > 1:
            yield f"The prompt name {prompt!r} stands for {len(digests)} different prompt files."


def _unequal(data: ModelsData) -> Iterator[str]:
    """Systems that leave many more answers unread than others."""
    shares = {system.name: float(data.unread(system) @ system.weight) / data.n for system in data.systems}
    most, least = (pick(shares, key=lambda name: shares[name]) for pick in (max, min))
    if shares[most] - shares[least] > UNEQUAL:
        yield (
            f"{shares[most]:.1%} of the answers of {plain(most)} could not be read and {shares[least]:.1%} of those of "
            f"{plain(least)}: leaving them out would favour the one that answers less."
        )


def system_notes(report: ModelReport) -> Iterator[str]:
    """What is true of one system."""
    if report.absent:
        yield f"{counted(report.absent, 'item')} without any answer; they count as missing answers, and so as wrong."
    same = report.agreement
    if same is not None and same.raw.value == 1:
        yield "All outputs to an item are the same text: were they asked again, or did a cache repeat them?"
