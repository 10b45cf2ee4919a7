"""What the verdict on fields rests on.

What decides: of windows, the score of the one in the middle of those that were asked for; of arrival times, the mean
absolute error where the fire came in both maps; of probabilities, the Brier score; of ordered classes, the quadratic
weighted kappa.
"""

from __future__ import annotations

from collections.abc import Iterator

from mercalli.estimates.measure import named_measure
from mercalli.results.grounds import Finds, Grounds, Standing
from mercalli.results.measure import Measure
from mercalli.tasks.wildfire.estimate import method_over, window_name
from mercalli.tasks.wildfire.field.passes import COMMON
from mercalli.tasks.wildfire.result import FieldReport, FireField
from mercalli.tasks.wildfire.standing import Decisive, finds_of, grounds_of, ordered_by, tells_of_units
from mercalli.tasks.wildfire.verdict import MORE_FIRES
from mercalli.text.names import plain
from mercalli.text.numbers import share_text
from mercalli.text.words import counted

TRIVIAL = "trivial"
LEAST_FOUND = 0.5  # of the burned cells: a model that has less of the fire is told first, whatever its times


def grounds(result: FireField) -> Grounds:
    """The models by what decides of their kind."""
    systems = best_first(result)
    return grounds_of(
        decisive(result),
        [Standing(each.name, deciding(result, each), tuple(_finds(result, each))) for each in systems],
        result,
        systems=systems,
        speaks_for=_speaks_for(systems[0]),
        each="cell",
        unit="tile",
        alarms=_false_fire(result, systems[0]),
        beside=(*_lateness(result, systems[0]), *_false_cells(result, systems[0])),
        steps=(MORE_FIRES,),
        measured_in=systems[0].quantity("mae").unit if result.kind == "arrival" else "",
    )


def _lateness(result: FireField, best: FieldReport) -> Iterator[str]:
    """Whether the fire comes late or early in the best model; nothing where that may be chance."""
    bias = best.quantity("bias") if result.kind == "arrival" else None
    if bias is None or not bias.value or (bias.low is not None and bias.high is not None and bias.low * bias.high <= 0):
        return
    much = f"{abs(bias.value):.3g} {bias.unit}".strip()
    yield f"In {plain(best.name)}, the fire comes {much} {'late' if bias.value > 0 else 'early'} on average."


def _false_cells(result: FireField, best: FieldReport) -> Iterator[str]:
    """Cells that the best model burns and that did not burn."""
    false = best.quantity("model_only").value if result.kind == "arrival" else None
    if false:
        yield f"{plain(best.name)} burns {counted(int(false), 'cell')} that did not burn."


def _false_fire(result: FireField, best: FieldReport) -> Iterator[str]:
    """Where most of what the best model burns did not."""
    if result.kind != "arrival":
        return
    precision = next((each.value for each in best.quantities if each.name == "precision"), None)
    if precision is not None and precision < LEAST_FOUND:
        yield f"Of the cells that {plain(best.name)} burns, only {share_text(precision)} burned."


def best_first(result: FireField) -> list[FieldReport]:
    """The models by the number that decides."""
    return ordered_by(result.systems, lambda system: deciding(result, system), decisive(result).direction)


def decisive(result: FireField) -> Decisive:
    """The number that decides, and what it costs nothing to reach."""
    match result.kind:
        case "fss":
            random = "a random map with as much high severity as observed"
            return Decisive(window_name(_middle(result.systems[0])[0]), trivial=random, baseline=TRIVIAL)
        case "arrival":
            return Decisive("mae", -1, 0.0, called="mean absolute error")
        case "probability":
            referred = result.provenance.roles.get("reference")
            rule = "the reference map" if referred else "predicting the observed share everywhere"
            return Decisive("brier", -1, 0.0, rule, TRIVIAL, "Brier score")
        case _:
            rule = "predicting one class everywhere"
            return Decisive("quadratic_kappa", trivial=rule, baseline=TRIVIAL, called="quadratic weighted kappa")


def deciding(result: FireField, system: FieldReport) -> Measure:
    """The number that decides, with what a trivial rule gets."""
    name = decisive(result).metric
    if result.kind == "fss":
        _, value, low, high = _middle(system)
        trivial, undefined = system.quantity("base_rate").value, "nothing is high in either map"
    else:
        found = next((each for each in system.quantities if each.name == COMMON), system.quantity(name))
        value, low, high, undefined = found.value, found.low, found.high, found.undefined or ""
        trivial = {"probability": _reference(system), "ordinal": 0.0}.get(result.kind)
    why = undefined if value is None else None
    method = None if low is None else method_over(system.units, "tiles")
    return named_measure(name, value, low, high, method, n=system.n, undefined=why, baselines={TRIVIAL: trivial})


def _middle(system: FieldReport) -> tuple[float, float | None, float | None, float | None]:
    """The window in the middle, its score and both ends."""
    rows = () if system.table is None else system.table.rows
    window, score, low, high = rows[len(rows) // 2]
    return window or 0.0, score, low, high


def _reference(system: FieldReport) -> float | None:
    return next((each.value for each in system.quantities if each.name == "brier_reference"), None)


def _finds(result: FireField, system: FieldReport) -> Iterator[Finds]:
    """Cells that burned, or of the highest class, and how many of them the model has as such."""
    if result.kind == "arrival":
        both, missed = (system.quantity(name).value or 0.0 for name in ("both", "observed_only"))
        recall = next((each for each in system.quantities if each.name == "recall"), None)
        low, high = (None, None) if recall is None else (recall.low, recall.high)
        yield Finds("burned cells", both, both + missed, low, high, LEAST_FOUND, each="cell")
    elif result.kind == "ordinal" and system.table is not None:
        code, *row = (each or 0.0 for each in system.table.rows[-1])
        yield finds_of(f"cells of the highest class ({code:g})", row[-1], sum(row[:-1]))


def _speaks_for(best: FieldReport) -> str:
    cells = counted(best.n, "cell")
    if not tells_of_units(None, best.units):
        return f"This applies to this fire only ({cells})."
    return f"This applies to more ground of this fire, like these {best.units:,} tiles ({cells}), not to other fires."
