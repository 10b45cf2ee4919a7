"""Words on teams, waits and shares."""

from __future__ import annotations

from mercalli.results.measure import Provenance
from mercalli.tasks.capacity.result import QueueReport
from mercalli.text.numbers import NOTHING, enough_digits, share_text

FIRST_COME, NEWEST = "first come, first served", "newest first"


def blind_words(provenance: Provenance) -> str:
    """What the order without a model is called."""
    return FIRST_COME if provenance.settings["rule"] == "strict" else NEWEST


def team_words(provenance: Provenance) -> str:
    """How large the team is.

    >>> from mercalli.results.measure import Provenance
    >>> team_words(Provenance("x", {}, "", "", {"per_hour": 3.0}, {}))
    '3 items an hour'
    """
    asked = provenance.settings
    if "per_hour" in asked:
        return f"{float(str(asked['per_hour'])):g} items an hour"
    if "teams" in asked:
        return f"{float(str(asked['teams'])):g} teams that take {asked['minutes']} minutes for an item"
    return f"the team of {asked['capacity']}"


def limit_words(provenance: Provenance) -> str:
    """How long an item may wait."""
    asked = provenance.settings
    parts = [f"within {asked['deadline']}"] if asked.get("deadline") not in {None, "0"} else []
    parts += ["in the bin of arrival"] if asked.get("deadline") == "0" else []
    parts += [f"worth half after {asked['half_life']}"] if "half_life" in asked else []
    return ", ".join(parts)


def share(value: float | None) -> str:
    """A share, or a dash."""
    return NOTHING if value is None else share_text(value)


def hours(value: float | None) -> str:
    """A wait.

    >>> hours(0.0), hours(1.5), hours(None)
    ('0 h', '1.50 h', '-')
    """
    return NOTHING if value is None else f"{value:g} h" if float(value).is_integer() else f"{value:.2f} h"


def items(value: float) -> str:
    """How many items, on average over the order of equals.

    >>> items(39.725), items(258.0)
    ('39.7', '258')
    """
    return enough_digits(value, 0 if float(value).is_integer() else 1)


def waits(queue: QueueReport) -> str:
    """The median wait, and the longest of nine in ten."""
    return NOTHING if queue.median_wait is None else f"{hours(queue.median_wait)}, {hours(queue.long_wait)}"
