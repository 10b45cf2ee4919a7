"""Capacity: a stream of items through a team, against a discrete-event simulation of the same queue."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from bench.made import SEED
from bench.measure import agree, in_turns, measured
from bench.table import Row, faster, under

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from bench.measure import Values

ROWS = 1_000_000
PEER_ROWS = 50_000
BAR, SECONDS = 10, 3.0
ROUNDS, REPEATS = 3, 3
HOURS = 8_760
RIGHT = 0.7  # of the predictions
ROOM = 1.05  # of what arrives on average; simpy slows down with the length of the queue
WEIGHTS = (5.0, 4.5, 4.0, 3.5, 3.0, 2.5, 2.0, 1.0)


def capacity(rows: int = ROWS) -> list[Row]:
    """Items of eight classes over a year in hours, strict priority: one order, then three."""
    some = min(rows, PEER_ROWS)
    peer, ours = in_turns(ROUNDS, lambda: measured(simpy, rows=some), lambda: measured(our_order, REPEATS, rows=some))
    agree(peer, ours)
    every = measured(our_orders, REPEATS, rows=rows)
    return [
        faster(f"{some:,} items through one queue, mean waits by class", "simpy, PriorityResource", peer, ours, BAR),
        under(f"{rows:,} items in three orders: model, first come, true classes", every, SECONDS),
    ]


def stream(rows: int) -> tuple[Any, Any, Any, int]:
    """The hour of each item, its predicted and its true class, and how many can be handled in an hour."""
    import numpy as np

    rng = np.random.default_rng(SEED)
    hour = np.sort(rng.integers(0, HOURS, rows))
    truth = rng.integers(0, len(WEIGHTS), rows)
    pred = np.where(rng.random(rows) < RIGHT, truth, rng.integers(0, len(WEIGHTS), rows))
    return hour, pred, truth, ceil(ROOM * rows / HOURS)


def simpy(rows: int) -> Callable[[], Values]:
    """Every item is a process that asks for one of so many teams, each of which takes an hour."""
    import numpy as np
    import simpy as library

    hour, pred, _, room = stream(rows)
    order = np.lexsort((pred, hour))  # of those that come together, the most urgent asks first
    items = list(zip(hour[order].tolist(), pred[order].tolist(), strict=True))

    def work() -> Values:
        environment = library.Environment()
        teams = library.PriorityResource(environment, capacity=room)
        waits, handled = [0.0] * len(WEIGHTS), [0] * len(WEIGHTS)

        def item(arrived: int, kind: int) -> Any:  # noqa: ANN401 - a process of simpy
            yield environment.timeout(float(arrived))
            with teams.request(priority=kind) as turn:
                yield turn
                waits[kind] += environment.now - arrived
                handled[kind] += 1
                yield environment.timeout(1.0)

        for arrived, kind in items:
            environment.process(item(arrived, kind))
        environment.run()
        return {str(kind): waits[kind] / handled[kind] for kind in range(len(WEIGHTS))}

    return work


def desk(rows: int) -> tuple[Any, Any, Any, Any]:
    """Items, the weight that the model gives each, a team that works until all are handled, and the rule."""
    import numpy as np

    from mercalli.stats.arrivals import Arrivals, Rule, Team

    hour, pred, truth, room = stream(rows)
    weight = np.array(WEIGHTS)
    key = (hour * len(WEIGHTS) + pred) * len(WEIGHTS) + truth
    values, count = np.unique(key, return_counts=True)
    time, said, true = values // len(WEIGHTS) ** 2, values // len(WEIGHTS) % len(WEIGHTS), values % len(WEIGHTS)
    same = np.zeros(len(values), np.int64)
    items = Arrivals(same, time, true, count.astype(float), weight, weight == weight.max(), np.ones(len(weight)))
    return items, weight[said], Team.of([np.full(2 * HOURS, float(room))]), Rule()


def our_order(rows: int) -> Callable[[], Values]:
    """The same queue by a replay; entries are counted as part of it."""
    import numpy as np

    from mercalli.stats.arrivals import Cohorts
    from mercalli.stats.replay import Replay

    def work() -> Values:
        items, weight, team, rule = desk(rows)
        cohorts = Cohorts.by(weight, items, team, rule)
        replay = Replay.of(items, cohorts, team, rule)
        heavy = np.zeros(len(cohorts))
        heavy[cohorts.of] = weight
        kind = np.searchsorted(-np.array(WEIGHTS), -heavy[replay.served.cohort])
        waits, handled = (np.bincount(kind, replay.served.work * each) for each in (replay.waits, 1.0))
        return {str(at): float(waits[at] / handled[at]) for at in range(len(WEIGHTS))}

    return work


def our_orders(rows: int) -> Callable[[], Values]:
    """The model, first come, first served and the true classes, from rows to what is handled in time."""
    import numpy as np

    from mercalli.stats.arrivals import Cohorts, Rule
    from mercalli.stats.replay import Replay

    def work() -> Values:
        items, weight, team, _ = desk(rows)
        rule, found = Rule(deadline=6), {}
        for name, order in (("model", weight), ("blind", np.ones(len(weight))), ("perfect", items.true_weight)):
            handled = Replay.of(items, Cohorts.by(order, items, team, rule), team, rule).handled().pooled()
            found[name] = float(handled.worth / handled.all_worth)
        return found

    return work
