"""Operation: evidence by look against drift detectors that take one row at a time, and a report on a large watch."""

from __future__ import annotations

from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING

from bench.made import SEED
from bench.measure import agree, in_turns, measured
from bench.table import Row, faster, under

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from bench.measure import Values

ROWS = 1_000_000
PEER_ROWS = 200_000
BAR, SECONDS = 10, 1.0  # both detectors are compiled, and tell only that something changed
ROUNDS, REPEATS = 3, 3
LOOK, LOOKS = 50, 10_000
ERRORS = 0.3
CLASSES, DAYS, LATEST = 8, 90, 10
FIRST = 1_700_000_000


def monitor(rows: int = ROWS) -> list[Row]:
    """Truths as they come, by look of 50; a report with intervals on predictions of 90 days, eight classes."""
    some = min(rows, PEER_ROWS)
    ddm, adwin, ours = in_turns(
        ROUNDS,
        lambda: measured(detected, rows=some, name="DDM"),
        lambda: measured(detected, rows=some, name="ADWIN"),
        lambda: measured(evidence, REPEATS, rows=some),
    )
    agree(ddm, ours)
    agree(adwin, ours)
    looks = measured(evidence, REPEATS, rows=LOOK * LOOKS)
    whole = measured(report, REPEATS, rows=rows)
    return [
        faster(f"{some:,} truths: has anything changed; is the promise broken", "river, DDM", ddm, ours, BAR),
        faster(f"{some:,} truths: the same", "river, ADWIN", adwin, ours, BAR),
        under(f"{LOOKS:,} looks, eight bets", looks, SECONDS),
        under(f"Report on {rows:,} predictions, 1,000 replicates", whole, SECONDS),
    ]


def errors(rows: int) -> Any:  # noqa: ANN401 - an array
    """Whether each answer was wrong."""
    import numpy as np

    return np.random.default_rng(SEED).random(rows) < ERRORS


def detected(rows: int, name: str) -> Callable[[], Values]:
    """A drift detector, told of one answer after the other."""
    from river import drift

    kinds = {"DDM": drift.binary.DDM, "ADWIN": drift.ADWIN}
    wrong = errors(rows).tolist()

    def work() -> Values:
        detector, found = kinds[name](), 0
        for each in wrong:
            detector.update(each)
            found += each
        return {"error rate": found / rows}

    return work


def evidence(rows: int) -> Callable[[], Values]:
    """From single answers to counts by look, then evidence after every look."""
    import numpy as np

    from mercalli.metrics.catalogue import parse
    from mercalli.metrics.payoffs import ratio_parts
    from mercalli.stats.confusion import Confusion
    from mercalli.uncertainty.anytime import detector, log_e_values

    wrong, parts = errors(rows), ratio_parts(parse("accuracy"), 2)
    look = np.arange(rows) // LOOK

    def work() -> Values:
        counts = np.bincount(2 * look + wrong, minlength=2 * int(look[-1]) + 2).reshape(-1, 2)
        cells = np.zeros((len(counts), 2, 3))
        cells[:, 0, :2] = counts
        detector(log_e_values(parts, 1 - ERRORS, Confusion(cells, ("a", "b"))))
        return {"error rate": float(counts[:, 1].sum() / rows)}

    return work


def report(rows: int) -> Callable[[], Values]:
    """Counts alone are read: ids stay on the disk."""
    import numpy as np

    from mercalli import monitor_add, monitor_report, monitor_start

    rng = np.random.default_rng(SEED)
    names = np.array([f"class {at}" for at in range(CLASSES)])
    pred = rng.integers(0, CLASSES, rows)
    truth = np.where(rng.random(rows) < ERRORS, rng.integers(0, CLASSES, rows), pred)
    day = rng.integers(0, DAYS, rows)
    folder = Path(mkdtemp()) / "watch"
    monitor_start(folder, promise="accuracy>=0.7", classes=names.tolist())
    ids, late = np.arange(rows), day + rng.integers(1, LATEST, rows)
    monitor_add(folder, {"id": ids, "pred": names[pred], "time": FIRST + 86_400 * day})
    monitor_add(folder, truths={"id": ids, "truth": names[truth], "time": FIRST + 86_400 * late})

    def work() -> Values:
        found = monitor_report(folder)["model"].measure("accuracy").value
        return {"accuracy": 0.0 if found is None else found}

    return work
