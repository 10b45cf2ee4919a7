"""Queues served in other ways, to compare a replay with: bin by bin, by a heap, and by simpy."""

import heapq
from itertools import count

import numpy as np
import simpy

from mercalli.stats.arrivals import STRICT, Arrivals, Cohorts, Team
from mercalli.stats.replay import Replay


def arrivals(time, truth, counts, weight=(5.0, 1.0), queue=None):
    """Items of two classes, the first of which is urgent."""
    weight = np.array(weight, np.float64)
    urgent = weight == weight.max()
    where = np.zeros(len(time), np.int64) if queue is None else np.array(queue)
    return Arrivals(
        where, np.array(time), np.array(truth), np.array(counts, np.float64), weight, urgent, np.ones(len(weight))
    )


def replayed(items, weight, free, rule):
    """The replay itself."""
    team = Team.of([np.asarray(free, np.float64)])
    return Replay.of(items, Cohorts.by(np.asarray(weight, np.float64), items, team, rule), team, rule)


def by_wait(replay, classes):
    """How many items of each class are handled after each wait: {(wait, class): items}."""
    found = {}
    for each in range(classes):
        chosen = np.zeros(classes)
        chosen[each] = 1.0
        for wait, items in zip(replay.waits.tolist(), replay.items(chosen).tolist(), strict=True):
            found[wait, each] = found.get((wait, each), 0.0) + items
    return {key: items for key, items in found.items() if items > 1e-12}


def _first(weight, arrived, now, rule):
    """What is served first now, worked out anew in every bin."""
    if rule.name == STRICT:
        return (-weight, arrived)
    return (-round(weight * 2.0 ** (-(now - arrived) / rule.half_life), 12), -weight)


def bin_by_bin(items, weight, free, rule):
    """A plain queue: in each bin those that wait are put in order anew, and the first are taken."""
    waiting, found, classes = [], {}, len(items.weight)
    for now, room in enumerate(free):
        for group in sorted({w for w, t in zip(weight, items.time, strict=True) if t == now}):
            chosen = (np.asarray(weight) == group) & (items.time == now)
            mix = np.bincount(items.truth[chosen], items.count[chosen], classes)
            if group > 0 and group >= rule.act_from and mix.sum() > 0:
                waiting.append([group, now, mix, 1.0])
        left = float(room)
        for each in sorted(waiting, key=lambda each: _first(each[0], each[1], now, rule)):
            group, arrived, mix, share = each
            took = min(left, share * mix.sum())
            left -= took
            each[3] = share - took / mix.sum()
            for kind in np.flatnonzero(mix):
                key = (now - arrived, int(kind))
                found[key] = found.get(key, 0.0) + took * mix[kind] / mix.sum()
        waiting = [each for each in waiting if rule.deadline is None or now - each[1] < rule.deadline]
        waiting = [each for each in waiting if each[3] > 1e-12]
    return {key: amount for key, amount in found.items() if amount > 1e-12}


def by_heap(time, weight, per_bin, bins, deadline):
    """Single items through a heap: waits of those that are handled, by weight."""
    order, heap, waits, came = count(), [], {}, iter(sorted(zip(time, weight, strict=True)))
    following = next(came, None)
    for now in range(bins):
        while following is not None and following[0] <= now:
            heapq.heappush(heap, (-following[1], following[0], next(order)))
            following = next(came, None)
        room = per_bin
        while room and heap:
            heavy, arrived, _ = heapq.heappop(heap)
            if deadline is not None and now - arrived > deadline:
                continue
            waits.setdefault(-heavy, []).append(now - arrived)
            room -= 1
    return {weight: sorted(each) for weight, each in waits.items()}


def by_simpy(time, weight, per_bin, bins):
    """The same by simpy: a resource of so many teams, each of which takes a bin for an item."""
    environment, waits = simpy.Environment(), {}
    teams = simpy.PriorityResource(environment, capacity=per_bin)

    def item(arrived, heavy):
        yield environment.timeout(float(arrived))
        with teams.request(priority=-heavy) as turn:
            yield turn
            waits.setdefault(heavy, []).append(environment.now - arrived)
            yield environment.timeout(1.0)

    for arrived, heavy in sorted(zip(time, weight, strict=True), key=lambda each: (each[0], -each[1])):
        environment.process(item(arrived, heavy))  # of those that come together, the heaviest asks first
    environment.run(until=bins)
    return {heavy: sorted(each) for heavy, each in waits.items()}
