"""A case: several models on several fires, part by part, to one score card each, by fire and pooled."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mercalli.errors import FileError, MercalliError
from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.settings import Settings
from mercalli.io.toml import ENDING
from mercalli.plan.provenance import provenance
from mercalli.plan.systems import systems_of
from mercalli.tasks.wildfire.case.card import card_of, of_perimeters, of_report
from mercalli.tasks.wildfire.case.data import check_options, read_case
from mercalli.tasks.wildfire.case.estimate import pool_notes, pooled, with_intervals
from mercalli.tasks.wildfire.case.result import CaseModel, FireCaseResult
from mercalli.tasks.wildfire.kpis import PERIMETER, SEVERITY, STRUCTURES
from mercalli.tasks.wildfire.perimeter.evaluate import fire_perimeter
from mercalli.tasks.wildfire.severity.evaluate import burn_severity
from mercalli.tasks.wildfire.structures.evaluate import structure_loss

if TYPE_CHECKING:
    from collections.abc import Callable

    from mercalli.stats.sample import Sample
    from mercalli.tasks.wildfire.case.card import Part
    from mercalli.tasks.wildfire.case.data import CasePart, CaseSpec

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
    like: str | None = None,
    progress: Progress = quiet,
) -> FireCaseResult:
    """Score cards of one or more models on a case of one or more fires.

    Args:
        case: A TOML file: fires, what was observed of each, groups of KPIs and their weights.
        model: A folder that holds the files which the case names, or one HDF5 file that holds everything; several, or
            a dict name -> folder, for several models.
        level: Confidence of the intervals.
        replicates: How many times to resample tiles, and fires where several are pooled; 0 for no intervals.
        seed: The same data, settings and seed give the same bytes.
        like: "firebench" counts and answers as that program does.
        progress: Called with what is being done, how much of it is done, and how much there is.

    Returns:
        A card for each model and fire, and one of all fires pooled: KPIs, groups and the total, from 0 to 100.
    """
    spec, settings = read_case(case), Settings(level, replicates, "percentile", seed, like)
    for fire in spec.fires:
        for part in fire.parts:
            check_options(spec, fire.name, part, JOBS[part.kind], OURS)
    sampling = {name: getattr(settings, name) for name in SAMPLING}
    place, folders = Path(case).parent, {name: Path(str(source)) for name, source in systems_of(model).items()}
    for folder in folders.values():
        if not folder.exists():
            raise FileError.absent(str(folder))
    models = tuple(
        _model(spec, name, partial(_part, place, name, folder, sampling), settings, progress)
        for name, folder in folders.items()
    )
    fires = tuple(fire.name for fire in spec.fires)
    return FireCaseResult(
        spec.name, models, provenance(spec.name, {"fires": fires, "models": tuple(folders)}, sampling, spec)
    )


def _model(
    spec: CaseSpec, name: str, compared: Callable[[CasePart], Part], settings: Settings, progress: Progress
) -> CaseModel:
    """All fires of one model."""
    by_fire: list[list[Part]] = []
    for done, fire in enumerate(spec.fires, 1):
        by_fire.append([_told_where(spec, name, fire.name, part, compared) for part in fire.parts])
        progress(f"scoring {name}", done, len(spec.fires))
    cards = tuple(
        with_intervals(card_of(spec, fire.name, parts), spec, [parts], settings)
        for fire, parts in zip(spec.fires, by_fire, strict=True)
    )
    whole = replace(card_of(spec, "", pooled(by_fire, settings)), notes=tuple(pool_notes(by_fire, settings)))
    return CaseModel(name, cards, with_intervals(whole, spec, by_fire, settings))


def _told_where(spec: CaseSpec, model: str, fire: str, part: CasePart, compared: Callable[[CasePart], Part]) -> Part:
    """The comparison; what is wrong with it is told with the place in the case where its settings stand."""
    try:
        return compared(part)
    except MercalliError as error:
        said = ARGUMENT.sub(r"'\1'", str(error))
        raise spec.toml.error(f"for the model {model!r}: {said}", "fires", fire, part.kind) from None


def _part(place: Path, name: str, folder: Path, sampling: dict[str, Any], part: CasePart) -> Part:
    """One comparison; a path after a colon stays what it is."""
    file = folder / part.model if folder.is_dir() else folder
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
