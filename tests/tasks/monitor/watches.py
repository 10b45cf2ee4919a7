"""Watches for tests."""

from __future__ import annotations

from mercalli import monitor_add, monitor_start

URGENT = ("urgent", "other")
DAY = "2024-05-{:02}T12:00:00Z"


def watch_of(folder, rows, *, promise="class:urgent.recall>=0.5", classes=URGENT, predicted=1, **more):
    """A watch over predictions (pred, times) made on one day of May; their ids count from 0."""
    monitor_start(folder, promise=promise, classes=classes, **more)
    preds = [pred for pred, times in rows for _ in range(times)]
    ids = [str(at) for at in range(len(preds))]
    monitor_add(folder, {"id": ids, "pred": preds}, when=DAY.format(predicted))
    return folder


def told(folder, truths, day, **more):
    """Truths by id that arrive on a day."""
    return monitor_add(
        folder, truths={"id": list(truths), "truth": list(truths.values())}, when=DAY.format(day), **more
    )


def stratified(ids, truths):
    """Ids in order, with so many of each truth."""
    labels = [truth for truth, times in truths for _ in range(times)]
    return dict(zip(map(str, ids), labels, strict=False))
