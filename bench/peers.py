"""What scikit-learn's report and ours say about the same labels, under the same names."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from bench.measure import Values
    from mercalli import Evaluation

AVERAGED = ("precision", "recall", "f1")


def sklearn_values(truth: Any, pred: Any) -> Values:  # noqa: ANN401 - any array
    """classification_report, balanced accuracy and Matthews correlation."""
    from sklearn.metrics import balanced_accuracy_score, classification_report, matthews_corrcoef

    report: dict[str, Any] = classification_report(truth, pred, output_dict=True, zero_division=0)
    values = {
        "accuracy": report.pop("accuracy"),
        "balanced_accuracy": balanced_accuracy_score(truth, pred),
        "mcc": matthews_corrcoef(truth, pred),
    }
    for kind in ("macro", "weighted"):
        part = report.pop(f"{kind} avg")
        values |= {f"{name}_{kind}": part[_sklearn_name(name)] for name in AVERAGED}
    for each, part in report.items():
        values |= {f"{each} {name}": part[_sklearn_name(name)] for name in AVERAGED}
        values[f"{each} support"] = part["support"]
    return {name: float(value) for name, value in values.items()}


def our_values(result: Evaluation) -> Values:
    """The same from a result of ours."""
    system = result.systems[0]
    whole = ["accuracy", "balanced_accuracy", "mcc"]
    whole += [f"{name}_{kind}" for kind in ("macro", "weighted") for name in AVERAGED]
    values = {name: system.measure(name).value for name in whole}
    for each in system.classes:
        found = {measure.metric: measure.value for measure in each.measures}
        values |= {f"{each.name} {name}": found[name] for name in AVERAGED}
        values[f"{each.name} support"] = each.support
    return {name: float(value or 0.0) for name, value in values.items()}


def _sklearn_name(name: str) -> str:
    return "f1-score" if name == "f1" else name
