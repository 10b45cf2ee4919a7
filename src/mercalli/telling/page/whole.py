"""What every page has: its title, the glossary, and how it was computed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mercalli.telling.page.computed import computed
from mercalli.telling.page.mathml import formula
from mercalli.telling.words import span_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from mercalli.results.measure import MetricCard, Provenance


def whole(
    title: str, metrics: Iterable[MetricCard], provenance: Provenance, digests: Mapping[str, str]
) -> dict[str, Any]:
    """What the base of all templates writes; a metric is explained once, whatever its options."""
    return {
        "title": title,
        "glossary": list({card.label: card for card in reversed(list(metrics))}.values())[::-1],
        "computed": list(computed(provenance, digests)),
        "formula": formula,
        "span_of": span_of,
    }
