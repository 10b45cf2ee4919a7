"""Stress: what answers become when texts are noisy, cut or attacked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Literal

import numpy as np

from mercalli.estimates.confusion import estimates
from mercalli.estimates.intervals import finite
from mercalli.estimates.measure import cards, named_measure
from mercalli.estimates.panel import Panel
from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.ranking import ranked_pairs
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Bools, Ints
from mercalli.inputs.classes import ClassList
from mercalli.inputs.digest import digest_of
from mercalli.metrics.catalogue import parse
from mercalli.plan.answer_settings import AnswerSettings, answer_settings
from mercalli.plan.class_lists import code_of
from mercalli.plan.provenance import provenance
from mercalli.plan.rows import error_or_drop
from mercalli.plan.urgent import urgent_classes
from mercalli.profiles.profile import Profile
from mercalli.results.difference import Difference, Ranking, SystemPair
from mercalli.results.measure import Measure
from mercalli.tasks.stress.changed import flips_of
from mercalli.tasks.stress.correction import corrected
from mercalli.tasks.stress.data import StressData, read_stress
from mercalli.tasks.stress.domain import domain_of, metrics_of_task
from mercalli.tasks.stress.estimate import Stressing
from mercalli.tasks.stress.notes import notes_of
from mercalli.tasks.stress.result import StressedSystem, StressReport, StressResult, UnderAll, survives_name
from mercalli.tasks.stress.tables import Files, listed_names
from mercalli.tasks.stress.texts.catalogue import ATTACK, IDENTITY, KEEP, Stresses, stresses_of
from mercalli.tasks.stress.variants import Variant
from mercalli.uncertainty.paired import exchanges

LISTED = (KEEP, ATTACK)


def stress_score(
    data: object,
    *,
    stressed: object,
    clean: object = None,
    made: object = None,
    truth: str | None = None,
    pred: str | Sequence[str] | None = None,
    key: str | None = None,
    text: str | None = None,
    unit: str | None = None,
    profile: str | Path | Profile | None = None,
    classes: Sequence[object] | Mapping[object, str] | ClassList | None = None,
    urgent: Sequence[str] = (),
    target: str | None = None,
    stresses: str | Path | None = None,
    metrics: Sequence[str] | str | None = None,
    level: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    missing: Literal["error", "drop"] = "error",
    answers: Literal["usual", "strict", "off"] | AnswerSettings = "usual",
    encoding: str = "utf-8",
    progress: Progress = quiet,
) -> StressResult:
    """Score answers to stressed texts beside the answers to the same texts as they were.

    Args:
        data: Items with their truth, and their texts if those are known: a data frame, a file, or a dict of arrays.
        stressed: Answers to stressed texts: id, stress, strength, the answers, and the texts if they are there.
        clean: Answers to the texts as they are, matched by id; by default columns of `data`.
        made: What `stress_make` wrote, where `stressed` lacks the texts; answers that are missing are found by it.
        truth: The column of true classes, if it has no usual name.
        pred: The column of answers, in both tables; several are several systems.
        key: The column of ids; items are counted from 1 where there is none.
        text: The column of texts in `data`.
        unit: What is resampled as a whole, such as events.
        profile: A built-in profile or a .toml file; guessed from the classes if not given.
        classes: The declared classes.
        urgent: The urgent classes; by default the critical ones of the profile, or its top level.
        target: The class that attacks ask for.
        stresses: A .toml file of stresses of your own, as `stress_make` takes it.
        metrics: Metrics whose drop is wanted; by default the profile's first one, and accuracy.
        level: Confidence level of the intervals.
        replicates: Number of bootstrap resamples; 0 for no intervals.
        seed: The same data, settings and seed give the same bytes.
        missing: "drop" leaves out texts without an answer; by default they are an error.
        answers: How outputs of language models are read.
        encoding: The encoding of text files.
        progress: Called with what is being done.

    >>> items = {"id": [1, 2, 3], "truth": ["fire", "calm", "fire"], "pred": ["fire", "calm", "calm"]}
    >>> under = {"id": [1, 2, 3], "stress": ["upper"] * 3, "pred": ["calm", "calm", "fire"]}
    >>> result = stress_score(items, stressed=under, replicates=0)
    >>> upper = result.systems[0].stresses[0]
    >>> print(upper.measure("flips").value, upper.measure("broken").value)
    0.6667 0.3333
    """
    settings = Settings(level, replicates, "auto", seed)
    asked = {"truth": truth, "pred": pred, "id": key, "text": text}
    named = {role: listed_names(name) for role, name in asked.items()}
    files = Files(data, clean, stressed, made, named, unit, encoding)
    domain, listed = domain_of(files, profile, classes)
    read = read_stress(files, listed, answer_settings(answers, "wrong").under(domain), error_or_drop(missing))
    known = stresses_of(stresses)
    aim = None if target is None else code_of(listed, target, "target")
    chosen = urgent_classes(urgent, listed, domain)
    wanted = metrics_of_task(metrics, domain, listed, settings)
    plan = Stressing(
        data=read,
        panel=Panel(wanted, len(listed.names)),
        settings=settings,
        exchanges=exchanges(len(read.variants), level, replicates) if replicates else 0,
        urgent=np.isin(listed.names, chosen),
        weights=domain.harms(listed.names, {}),
        target=aim,
    )
    systems = tuple(_system(plan, known, name, progress) for name in read.clean)
    pairs, rankings = _compared(plan, known)
    used = (*wanted, *plan.shares)
    return StressResult(
        headline=tuple(each.text for each in wanted),
        metrics=cards(used, domain),
        n=read.n,
        units=read.units,
        urgent=chosen,
        target=None if aim is None else listed.names[aim],
        systems=systems,
        pairs=pairs,
        rankings=rankings,
        notes=tuple(notes_of(read, systems)),
        provenance=provenance(
            read.origin,
            read.roles,
            {
                **settings.sampling,
                "missing": missing,
                "stresses": f"{known.name} {known.digest}",
                "urgent": ", ".join(chosen),
                "target": None if aim is None else listed.names[aim],
                **read.outputs.provenance,
            },
            domain,
        ),
    )


def _system(plan: Stressing, known: Stresses, name: str, progress: Progress) -> StressedSystem:
    """One system under every stress."""
    variants, clean = plan.data.variants, plan.data.clean[name]
    reports = []
    for done, variant in enumerate(variants):
        progress(f"stressing {name}", done, len(variants))
        reports.append(_report(plan, known, name, variant))
    progress(f"stressing {name}", len(variants), len(variants))
    tested = corrected(reports)
    under = tuple(each for family in LISTED for each in _under_all(plan, known, name, family))
    names = [plan.data.classes.names, [each.name for each in variants]]
    return StressedSystem(name, tested, under, digest_of(names, [plan.data.truth, clean]))


def _report(plan: Stressing, known: Stresses, system: str, variant: Variant) -> StressReport:
    clean, family = plan.data.clean[system], known.family(variant.stress)
    reference = _reference(plan.data, known, variant)
    stress = known.stresses.get(variant.stress)
    return StressReport(
        stress=variant.stress,
        strength=variant.strength,
        family=family,
        says="" if stress is None else stress.says,
        n=len(variant.items),
        untouched=variant.untouched,
        empty=variant.empty,
        lacking=variant.lacking,
        outside=int((variant.codes[system] == len(plan.data.classes.names)).sum()),
        drops=plan.drops(clean, variant, system),
        measures=plan.share_measures(clean, variant, system),
        beside=None if reference is None else plan.beside(clean, variant, reference, system, attack=family == ATTACK),
        flips=tuple(flips_of(plan.data, variant, system, plan.urgent, plan.weights)),
    )


def _reference(data: StressData, known: Stresses, variant: Variant) -> Variant | None:
    """What a stress is compared with: its control if it is an attack, else the same text asked again."""
    stress = known.stresses.get(variant.stress)
    name = stress.control if stress is not None and stress.family == ATTACK else IDENTITY
    if variant.stress == IDENTITY:
        return None
    found = {each.stress: each for each in data.variants}
    return found.get(name)


def _family(data: StressData, known: Stresses, family: str) -> list[Variant]:
    return [each for each in data.variants if known.family(each.stress) == family]


def _survivors(plan: Stressing, system: str, variants: Sequence[Variant]) -> tuple[Bools, Bools, Bools]:
    """Items that have an answer to all of some variants, and those right before and those right under all."""
    data, clean = plan.data, plan.data.clean[system]
    right: Bools = clean == data.truth
    asked, under = np.ones(data.n, np.bool_), right.copy()
    for each in variants:
        under[each.items] &= each.codes[system] == data.truth[each.items]
        if each.lacking:
            asked &= np.isin(np.arange(data.n), each.items)
    return asked, right, under


def _under_all(plan: Stressing, known: Stresses, system: str, family: str) -> Iterator[UnderAll]:
    """Right under all stresses of a family, if there is one; untouched items count as they were."""
    variants = _family(plan.data, known, family)
    if not variants:
        return
    asked, right, under = _survivors(plan, system, variants)
    items = np.flatnonzero(asked)
    named = {"right": right, survives_name(family): under}
    measures = (_share(plan, name, yes[items], items) for name, yes in named.items())
    yield UnderAll(tuple(each.name for each in variants), family, len(items), *measures)


def _share(plan: Stressing, name: str, yes: Bools, items: Ints) -> Measure:
    """The share of yes among items, with its interval."""
    panel = Panel((parse("accuracy"),), 2)
    found = estimates(plan.binary(yes, yes, items), panel, plan.settings, name)
    ends = found.intervals[0]
    low, high = finite(ends.low), finite(ends.high)
    return named_measure(name, finite(found.values[0]), low, high, None if low is None else ends.method, n=len(items))


@dataclass(frozen=True)
class _Survival:
    """What systems are ranked by: right under all stresses of a family."""

    family: str
    direction: int = 1

    @property
    def text(self) -> str:
        """Its name, as in `survives_all keep`."""
        return survives_name(self.family)


def _compared(plan: Stressing, known: Stresses) -> tuple[tuple[SystemPair, ...], tuple[Ranking, ...]]:
    """Every two systems by what survives, p-values corrected over all pairs."""
    families = [family for family in LISTED if _family(plan.data, known, family)]
    names = list(plan.data.clean)
    if len(names) == 1 or not families or not plan.settings.replicates:
        return (), ()
    times = exchanges(len(names) * (len(names) - 1) // 2, plan.settings.level, plan.settings.replicates)
    pairs = [
        SystemPair(
            one,
            two,
            plan.data.n,
            tuple(_pair(replace(plan, exchanges=times), known, family, (one, two)) for family in families),
            plan.data.units,
        )
        for one, two in combinations(names, 2)
    ]
    return ranked_pairs(pairs, [_Survival(family) for family in families], names, 1 - plan.settings.level)


def _pair(plan: Stressing, known: Stresses, family: str, systems: tuple[str, str]) -> Difference:
    """What survives all stresses of a family in the one system minus that in the other."""
    variants = _family(plan.data, known, family)
    (asked, _, one), (_, _, two) = (_survivors(plan, system, variants) for system in systems)
    items = np.flatnonzero(asked)
    return plan.shares_apart(survives_name(family), one[items], two[items], items)
