"""What the verdict on burn severity and on structure loss rests on.

The critical success index (IoU) decides: it orders models as F1 does, and land that is rightly left alone cannot raise
it.
"""

from __future__ import annotations

from collections.abc import Iterator

from mercalli.estimates.leads import to_cover
from mercalli.results.grounds import Grounds, Standing
from mercalli.tasks.wildfire.compare import DECISIVE
from mercalli.tasks.wildfire.estimate import ALL_POSITIVE, BASELINE, OBSERVED_RATE
from mercalli.tasks.wildfire.result import SEVERITY, FireReport, FireResult
from mercalli.tasks.wildfire.standing import Decisive, finds_of, grounds_of, ordered_by, size_step, tells_of_units
from mercalli.text.names import plain, readable
from mercalli.text.numbers import enough_digits
from mercalli.text.words import counted

CSI = DECISIVE
SEVERITY_RULES = {
    ALL_POSITIVE: "predicting {} everywhere",
    OBSERVED_RATE: "guessing {} as often as observed",
    BASELINE: "predicting no {} anywhere",
}
STRUCTURE_RULES = {
    ALL_POSITIVE: "calling every structure {}",
    OBSERVED_RATE: "calling structures {} at random, as often as observed,",
    BASELINE: "calling no structure {}",
}
MORE_FIRES = "Compare models on several fires (mercalli wildfire case): one fire says little about others."


def grounds(result: FireResult) -> Grounds:
    """The models by the critical success index, and how much of what burned or was lost they find."""
    systems = best_first(result)
    best = systems[0]
    return grounds_of(
        _decisive(result, best),
        [_standing(result, each) for each in systems],
        result,
        systems=systems,
        speaks_for=_speaks_for(result, best),
        each=thing_of(result),
        unit=unit_of(result),
        alarms=dict.fromkeys(alarm for each in systems for alarm in each.alarms),
        beside=_false_alarms(result, best),
        steps=_steps(result, best),
    )


def best_first(result: FireResult) -> list[FireReport]:
    """The models by the metric that decides."""
    return ordered_by(result.systems, lambda system: system.measure(CSI))


def what_counts(result: FireResult) -> str:
    """What must not be missed.

    >>> from mercalli.tasks.wildfire.severity.evaluate import burn_severity
    >>> what_counts(burn_severity([[4, 1]], [[4, 4]], replicates=0))
    'high severity'
    """
    return "high severity" if result.kind == SEVERITY else readable(str(result.provenance.settings["positive"]))


def thing_of(result: FireResult) -> str:
    """What is counted."""
    return "cell" if result.kind == SEVERITY else "structure"


def unit_of(result: FireResult) -> str:
    """What is resampled: tiles, a unit that was named, or single structures where their places are not known."""
    named = result.provenance.roles.get("unit")
    placed = result.kind == SEVERITY or any(each.points is not None for each in result.systems)
    return str(named) if named else "tile" if placed else "structure"


def _decisive(result: FireResult, best: FireReport) -> Decisive:
    """The rule with the highest index of those that cost nothing."""
    rules = SEVERITY_RULES if result.kind == SEVERITY else STRUCTURE_RULES
    values = {rule: value for rule, value in best.measure(CSI).baselines.items() if value is not None and rule in rules}
    rule = max(values, key=lambda rule: values[rule], default=BASELINE)
    return Decisive(CSI, trivial=rules[rule].format(what_counts(result)), baseline=rule)


def _standing(result: FireResult, system: FireReport) -> Standing:
    counts, name = system.counts, f"{what_counts(result)} {thing_of(result)}s"
    found = (
        () if counts is None else (finds_of(name, counts.tp, counts.fn, system.measure("recall"), thing_of(result)),)
    )
    return Standing(system.name, system.measure(CSI), found)


def _false_alarms(result: FireResult, best: FireReport) -> Iterator[str]:
    """What it calls wrongly, and all of it in hectares where these are known."""
    counts, areas = best.counts, best.areas
    if counts is None:
        return
    name, alarms = plain(best.name), counted(counts.fp, "false alarm")
    if areas is None:
        yield f"{name} gives {alarms}, and misses {counted(counts.fn, thing_of(result))}."
        return
    hit, observed, missed, false = map(
        enough_digits, (areas.hit_ha, areas.observed_ha, areas.missed_ha, areas.false_ha)
    )
    yield f"In hectares, {name} finds {hit} of {observed}, misses {missed} and falsely predicts {false}."


def _speaks_for(result: FireResult, best: FireReport) -> str:
    unit, compared = unit_of(result), result.comparison
    n = best.n if compared is None else compared.n
    units = best.units if compared is None else compared.units
    of = counted(n, thing_of(result))
    if unit == "structure":
        return f"This applies to more structures like these {n:,}, if each is lost or spared independently."
    if not tells_of_units(compared, best.units):
        return f"This applies to this fire only ({of})."
    if unit != "tile":
        return f"This applies to new {unit}s like these {units:,} ({of})."
    like = f"like these {units:,} tiles ({of})"
    if result.kind == SEVERITY:
        return f"This applies to more ground of this fire, {like}, not to other fires."
    return f"This applies to more ground {like}, not to new fires."


def _steps(result: FireResult, best: FireReport) -> Iterator[str]:
    much = "as much high severity" if result.kind == SEVERITY else f"as many {what_counts(result)} structures"
    yield from size_step(best.name, best.measure("frequency_bias").value, much)
    if unit_of(result) == "tile":
        yield (
            MORE_FIRES
            if result.kind == SEVERITY
            else f"{to_cover('fires')} If all structures are of one fire, compare several fires."
        )
