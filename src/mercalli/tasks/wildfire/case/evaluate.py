"""A case: several models on several fires, part by part, to one score card each, by fire and pooled."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from mercalli.errors import MercalliError
from mercalli.estimates.intervals import finite
from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.settings import Settings
from mercalli.io.paths import absent, in_folder, is_there
from mercalli.io.toml import ENDING
from mercalli.plan.detect import detecting
from mercalli.plan.provenance import provenance
from mercalli.plan.systems import systems_of
from mercalli.stats.sample import Sample
from mercalli.tasks.wildfire.case.compare import compared_fires
from mercalli.tasks.wildfire.case.data import CaseGroup, CasePart, CaseSpec, check_options, read_case
from mercalli.tasks.wildfire.case.estimate import (
    Fires,
    Part,
    mean_score,
    of_perimeters,
    of_report,
    pool_notes,
    pooled,
    with_intervals,
)
from mercalli.tasks.wildfire.case.result import Card, CaseModel, FireCaseResult, GroupScore, KpiScore
from mercalli.tasks.wildfire.estimate import ALL_POSITIVE, BASELINE, OBSERVED_RATE
from mercalli.tasks.wildfire.kpis import CATEGORIES, IDS, PERIMETER, kpi_names
from mercalli.tasks.wildfire.perimeter.evaluate import fire_perimeter
from mercalli.tasks.wildfire.result import SEVERITY, STRUCTURES
from mercalli.tasks.wildfire.severity.evaluate import burn_severity
from mercalli.tasks.wildfire.structures.evaluate import structure_loss

Scoring = Callable[[str, float | None], float | None]


JOBS: dict[str, Callable[..., Any]] = {SEVERITY: burn_severity, STRUCTURES: structure_loss, PERIMETER: fire_perimeter}
SAMPLING = ("level", "replicates", "seed", "like")
OURS = (*SAMPLING, "progress", "sampled")
FILES, NAMES_OR_FILES = ("domain", "before"), ("product", "scale")
ARGUMENT = re.compile(r"`(\w+)`")  # a setting, which a case gives as a key, not as an option


def fire_case(
    case: str | Path,
    model: object,
    *,
    level: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    detect: float | None = None,
    like: str | None = None,
    progress: Progress = quiet,
) -> FireCaseResult:
    """Score cards of one or more models on a case of one or more fires.

    Args:
        case: A TOML file: fires, what was observed of each, groups of KPIs and their weights.
        model: A folder that holds the files which the case names, or one HDF5 file that holds everything; several, or
            a dict name -> folder, for several models.
        level: Confidence level of the intervals.
        replicates: How many times to resample tiles, and fires where several are pooled; 0 for no intervals.
        seed: The same data, settings and seed give the same bytes.
        detect: A size of difference for which the verdict says how many fires would show it.
        like: "firebench" counts and answers as that program does.
        progress: Called with what is being done, how much of it is done, and how much there is.

    Returns:
        A card for each model and fire, and one of all fires pooled: KPIs, groups and the total, from 0 to 100.
    """
    spec, settings = read_case(case), Settings(level, replicates, "percentile", seed, like)
    for fire, parts in spec.fires.items():
        for part in parts:
            check_options(spec, fire, part, JOBS[part.kind], OURS)
    sampling = {name: getattr(settings, name) for name in SAMPLING}
    place, folders = Path(case).parent, {name: Path(str(source)) for name, source in systems_of(model).items()}
    for folder in folders.values():
        if not is_there(folder):
            raise absent(folder)
    told = {
        name: _model(spec, name, partial(_part, place, name, folder, sampling), settings, progress)
        for name, folder in folders.items()
    }
    models = tuple(model for model, _ in told.values())
    compared = compared_fires(
        spec, models[0].pooled.groups, {name: fires for name, (_, fires) in told.items()}, settings
    )
    roles = {"fires": tuple(spec.fires), "models": tuple(folders)}
    result = FireCaseResult(spec.name, models, provenance(spec.name, roles, sampling, spec), compared)
    return detecting(result, detect)


def _model(
    spec: CaseSpec, name: str, compared: Callable[[CasePart], Part], settings: Settings, progress: Progress
) -> tuple[CaseModel, Fires]:
    """All fires of one model, and the parts of each."""
    by_fire: dict[str, list[Part]] = {}
    for fire, parts in spec.fires.items():
        by_fire[fire] = [_compared(spec, name, fire, part, compared) for part in parts]
        progress(f"scoring {name}", len(by_fire), len(spec.fires))
    cards = (with_intervals(card_of(spec, fire, parts), spec, [parts], settings) for fire, parts in by_fire.items())
    fires = list(by_fire.values())
    pool = replace(card_of(spec, "", pooled(fires, settings)), notes=tuple(pool_notes(fires, settings)))
    return CaseModel(name, tuple(cards), with_intervals(pool, spec, fires, settings)), fires


def _compared(spec: CaseSpec, model: str, fire: str, part: CasePart, compared: Callable[[CasePart], Part]) -> Part:
    """The comparison; what is wrong with it is told with the place in the case where its settings stand."""
    try:
        return compared(part)
    except MercalliError as error:
        problem = ARGUMENT.sub(r"'\1'", str(error))
        raise spec.toml.error(f"for the model {model!r}: {problem}", "fires", fire, part.kind) from None


def _part(place: Path, name: str, folder: Path, sampling: dict[str, Any], part: CasePart) -> Part:
    """One comparison; a path after a colon stays what it is."""
    file = in_folder(folder, part.model)
    options = {key: str(place / value) if _is_path(key, value) else value for key, value in part.options.items()}
    compared = partial(JOBS[part.kind], str(place / part.observed), {name: str(file)}, **options)
    if part.kind == PERIMETER:
        return of_perimeters(compared(**{key: value for key, value in sampling.items() if key != "like"}).systems[0])
    samples: list[Sample] = []
    report = compared(**sampling, sampled=samples.append).systems[0]
    unit = "structures" if samples[0].unit is None else str(part.options.get("unit", "tiles"))
    return of_report(part.kind, report, samples[0], unit, sampling["like"])


def _is_path(option: str, value: object) -> bool:
    """Whether an option names a file, which is looked for beside the case."""
    return option in FILES or (option in NAMES_OR_FILES and str(value).endswith(ENDING))


def card_of(spec: CaseSpec, fire: str, parts: Sequence[Part]) -> Card:
    """The card of a fire; groups that have nothing of it are left out, and so is what is undefined."""
    groups = _groups(spec, parts, lambda name, value: spec.normalisation(name).score(value, name))
    notes = dict.fromkeys(f"{CATEGORIES[part.kind]}: {note}" for part in parts for note in part.notes)
    totals = {rule: _trivial(spec, parts, rule) for rule in (BASELINE, ALL_POSITIVE, OBSERVED_RATE)}
    return Card(
        fire,
        _total(groups),
        totals[BASELINE],
        groups,
        tuple(notes),
        everything=totals[ALL_POSITIVE],
        guessing=totals[OBSERVED_RATE],
    )


def _trivial(spec: CaseSpec, parts: Sequence[Part], rule: str) -> float | None:
    """The total of a rule that costs nothing; none where it is not known of all parts, as of shapes."""
    if any(rule not in each.baselines for part in parts for each in part.measures.values()):
        return None
    ruled = [_as_if(part, rule) for part in parts]
    return _total(_groups(spec, ruled, lambda name, value: spec.normalisation(name).nothing(value)))


def _groups(spec: CaseSpec, parts: Sequence[Part], score: Scoring) -> tuple[GroupScore, ...]:
    scores = {kpi.name: kpi for part in parts for kpi in _kpis(part, score)}
    return tuple(_group(group, scores) for group in spec.groups if any(name in scores for name in group.kpis))


def _total(groups: Sequence[GroupScore]) -> float | None:
    return _mean([(group.score, group.weight) for group in groups])


def _as_if(part: Part, rule: str) -> Part:
    """The same part if the model had followed a rule."""
    ruled = {metric: replace(each, value=each.baselines[rule]) for metric, each in part.measures.items()}
    return replace(part, measures=ruled)


def _kpis(part: Part, score: Scoring) -> list[KpiScore]:
    named = ((name, part.measures[metric]) for metric, name in kpi_names(part.kind).items())
    return [
        KpiScore(
            id=f"{IDS[part.kind]}{at:02d}",
            name=name,
            category=CATEGORIES[part.kind],
            value=each.value,
            low=each.low,
            high=each.high,
            method=each.method,
            score=score(name, each.value),
            weight=0.0,
            n=part.n,
            counts=part.counts,
            excluded=part.excluded,
            digest=part.digest,
            undefined=each.undefined,
        )
        for at, (name, each) in enumerate(named, 1)
    ]


def _group(group: CaseGroup, scores: Mapping[str, KpiScore]) -> GroupScore:
    kpis = tuple(replace(scores[name], weight=weight) for name, weight in group.kpis.items() if name in scores)
    left_out = tuple(kpi.name for kpi in kpis if kpi.score is None)
    return GroupScore(group.name, group.weight, _mean([(kpi.score, kpi.weight) for kpi in kpis]), kpis, left_out)


def _mean(parts: Sequence[tuple[float | None, float]]) -> float | None:
    """The weighted mean of what is defined; nothing where nothing weighs."""
    scores = np.array([np.nan if score is None else score for score, _ in parts])
    return finite(float(mean_score(scores, [weight for _, weight in parts])))
