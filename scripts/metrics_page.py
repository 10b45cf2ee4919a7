"""Write docs/metrics.md from the catalogue: `python scripts/metrics_page.py`."""

from pathlib import Path

import mercalli
from mercalli.metrics.catalogue import SENTENCES, SETS, Metric
from mercalli.metrics.profiled import metrics_of

PAGE = Path(__file__).parents[1] / "docs" / "metrics.md"
START = """# Metrics

Made from the catalogue by `python scripts/metrics_page.py`; `mercalli.catalogue()` has the same as data. A metric that
looks at one class is computed for every class; where averages are named, `_macro` is the plain mean over classes,
`_micro` pools all classes, and `_weighted` weighs classes by their size. In `_macro` and `_weighted` an undefined class
counts as 0 and is listed; `undefined='skip'` leaves it out.
"""


def page() -> str:
    """The whole page."""
    humaid = mercalli.read_profile("humaid")
    own = [metric for name, metric in metrics_of(humaid, humaid.classes).items() if name in humaid.metrics]
    plain = [metric for metric in mercalli.catalogue().values() if metric.base is None]
    groups = {
        "Disaster messages (profile `humaid`)": own,
        "Over all classes": [metric for metric in plain if metric.needs == "Confusion"],
        "One class against the rest": [metric for metric in plain if metric.needs == "Counts"],
        "From scores": [metric for metric in plain if metric.needs == "ScoreTable"],
        "Graded lists and alerts": [metric for metric in plain if metric.needs in ("GainTable", "AlertStream")],
        "Items that wait for a team": [metric for metric in plain if metric.needs == "Queues"],
        "How late urgent items are found": [metric for metric in plain if metric.needs == "Delays"],
        "Who benefits from a treatment": [metric for metric in plain if metric.needs == "UpliftTable"],
        "Survival": [metric for metric in plain if metric.needs == "Survival"],
        "Any number of labels": [metric for metric in plain if metric.needs == SETS],
        "Sentences and their sectors (CHEERS)": [metric for metric in plain if metric.needs == SENTENCES],
        "Maps": [metric for metric in plain if metric.needs in ("OrdinalTable", "Fractions")],
        "Cost and latency of language models": [
            metric for metric in plain if metric.needs in ("Expenses", "ExpensePair", "Latencies")
        ],
        "From other metrics": [metric for metric in plain if metric.needs == "Parts"],
    }
    return "\n".join([START, *(section(title, metrics) for title, metrics in groups.items())])


def section(title: str, metrics: list[Metric]) -> str:
    """One group of metrics."""
    return "\n".join([f"## {title}", "", *(entry(metric) for metric in metrics)])


def entry(metric: Metric) -> str:
    """One metric."""
    facts = metric.facts
    low, high = facts.range
    best = "none is better" if facts.best is None else f"best {facts.best:g}"
    lines = [
        f"### {metric.name}",
        "",
        f"**{facts.label}.** {metric.meaning}",
        "",
        f"$${facts.formula}$$",
        "",
        f"- Range {low:g} to {high:g}, {best}; undefined when {facts.undefined}.",
        f"- Misleads: {facts.misleads}",
        *([f"- Options: {', '.join(f'`{name}`' for name in metric.known_options)}."] if metric.known_options else []),
        *(
            ["- Averages: " + ", ".join(f"`{metric.name}_{kind}`" for kind in ("macro", "micro", "weighted")) + "."]
            * facts.averages
        ),
        *([f"- Also called: {', '.join(facts.aliases)}."] if facts.aliases else []),
        *([f"- Read beside: {', '.join(f'`{name}`' for name in facts.beside)}."] if facts.beside else []),
        f"- Reference: {facts.reference}.",
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
