"""Write docs/metrics.md from the catalogue: `python scripts/metrics_page.py`."""

from pathlib import Path

import mercalli
from mercalli.cli.metrics.lessons import chapters
from mercalli.metrics.catalogue import Metric
from mercalli.metrics.profiled import metrics_of

PROFILE = "humaid"  # its own metrics come first
PAGE = Path(__file__).parents[1] / "docs" / "metrics.md"
START = """# Metrics

Made from the catalogue by `python scripts/metrics_page.py`; `mercalli.catalogue()` has the same as data. A metric that
looks at one class is computed for every class; where averages are named, `_macro` is the plain mean over classes,
`_micro` pools all classes, and `_weighted` weighs classes by their size. In `_macro` and `_weighted` an undefined class
counts as 0 and is listed; `undefined='skip'` leaves it out.
"""


def page() -> str:
    """The whole page."""
    every = metrics_of(mercalli.read_profile(PROFILE))
    chosen = chapters(PROFILE)
    return "\n".join([START, *(section(each.title, [every[card.metric] for card in each.metrics]) for each in chosen)])


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
