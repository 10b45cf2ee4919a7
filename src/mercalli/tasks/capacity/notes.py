"""What should be known before relying on what a team reaches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from mercalli.inputs.times import DAY, HOUR, in_units
from mercalli.metrics.ratio import ratio
from mercalli.results.limits import on_few_units
from mercalli.results.measure import Measure
from mercalli.stats.arrivals import STRICT, WORTH, Rule
from mercalli.tasks.capacity.clock import said
from mercalli.tasks.capacity.data import MOST_BANDS, Stream
from mercalli.tasks.capacity.estimate import CapacityPlan
from mercalli.tasks.capacity.result import HANDLED, QueueReport
from mercalli.tasks.capacity.worth import Worth
from mercalli.text.numbers import value_text
from mercalli.text.words import counted, listed

YEAR = 365 * DAY
FEW_URGENT = 20
MINUTE = HOUR // 60


def capacity_notes(  # noqa: PLR0917 - one system with all that is known of it
    plan: CapacityPlan, items: Stream, worth: Worth, name: str, measures: Sequence[Measure], queue: QueueReport
) -> Iterator[str]:
    """One sentence for each thing that weakens the result, the most important first."""
    handled = next(each for each in measures if each.metric == HANDLED)
    yield from _on_order(plan, handled)
    yield from _on_items(items, worth)
    yield from _on_system(plan, items, name)
    yield from _on_bins(plan, items, worth, queue)
    yield from on_few_units(None if plan.desk.events == 1 else plan.desk.events, "event")


def _on_order(plan: CapacityPlan, handled: Measure) -> Iterator[str]:
    """What the rule does, whatever the model says."""
    rule, blind, perfect = plan.desk.rule, handled.baselines["blind"], handled.baselines["perfect"]
    if handled.skill is None:
        yield "The team can take everything, or nothing differs in weight: no order is better than another here."
    elif perfect is not None and handled.value is not None and handled.value > perfect:
        yield (
            "The model handles more than the true classes do under the same rule: that rule is not the best order "
            "there is, so skill passes 1."
        )
    if rule.name == STRICT and rule.deadline is None and blind is not None:
        newest = plan.desk.replay(plan.desk.blind, rule=Rule(WORTH, None, rule.half_life)).handled().pooled()
        reached = float(ratio(newest.worth, newest.all_worth))
        if reached > (handled.value or 0.0):
            yield (
                f"Newest first without any model handles {value_text(reached)}, more than this: strict order without a "
                f"deadline serves what has lost its worth. Give --deadline, or --rule worth."
            )


def _on_items(items: Stream, worth: Worth) -> Iterator[str]:
    if items.scale is None:
        yield (
            "Only labelled items arrive here. If they are a sample of the messages, the real queue is longer: give the "
            "times of all messages with --stream."
        )
    elif items.unseen:
        yield f"Messages of the stream that came when none was labelled are left out: {items.unseen:,}."
    urgent = items.labels.rows[worth.urgent[items.labels.truth]].sum()
    if urgent < FEW_URGENT:
        yield f"Only {counted(int(urgent), 'urgent item')}: their share is rough."
    if items.dropped:
        yield f"Items without a time, a truth or an answer were left out: {items.dropped:,}."
    for (gap, begun), first, last in zip(items.gaps, items.origins, items.lasts, strict=True):
        if last - first > YEAR and gap > (last - first) / 2:
            yield (
                f"Items span {(last - first) // DAY:,} days, of which {gap // DAY:,} after {said(begun)} have none: "
                f"check the times around it."
            )


def _on_system(plan: CapacityPlan, items: Stream, name: str) -> Iterator[str]:
    weight, rule = plan.weights[name], plan.desk.rule
    never = plan.items[(weight <= 0) | (weight < rule.act_from)].sum()
    if never:
        yield f"{counted(int(never), 'item')} never entered the queue: predicted weight 0, or below what is acted on."
    if items.roles.scored:
        if items.bands[name].joined:
            yield f"Scores were put into {MOST_BANDS} bands of about as many items; items of a band count as equal."
        return
    at = list(items.roles.systems).index(name)
    outside = int(items.labels.rows[items.labels.preds[at] == len(items.labels.classes.names)].sum())
    if outside:
        yield f"{counted(outside, 'prediction')} outside the classes got the lowest weight."


def _on_bins(plan: CapacityPlan, items: Stream, worth: Worth, queue: QueueReport) -> Iterator[str]:
    """What bins of time cannot show."""
    width, rule = items.clock.width, plan.desk.rule
    if worth.timed and worth.work.max() * MINUTE > width:
        yield (
            f"An item takes up to {worth.work.max():g} minutes and bins are {in_units(width)} wide: work is spread "
            f"over bins as if one fast team did it. Take bins at least as wide as an item takes."
        )
    if rule.deadline is not None and queue.long_wait == 0 and rule.deadline > 0:
        yield (
            f"Nine in ten urgent items that are handled are so in their bin of arrival ({in_units(width)}): narrower "
            f"bins show how long they wait."
        )
    if plan.desk.events > 1:
        yield "Each event has the whole team to itself, also where events overlap in time."
    lacking = [items.regions[at] for at, work in _work_of_regions(plan) if work == 0]
    if lacking:
        yield f"Nobody works in {listed(lacking)}: nothing is handled there."


def _work_of_regions(plan: CapacityPlan) -> Iterator[tuple[int, float]]:
    desk = plan.desk
    for at in np.unique(desk.region).tolist():
        queues = np.flatnonzero(desk.region == at)
        yield (
            at,
            float(sum(desk.team.free[desk.team.starts[each] : desk.team.starts[each + 1]].sum() for each in queues)),
        )
