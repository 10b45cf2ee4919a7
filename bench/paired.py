"""Two systems on the same items, after counting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.made import CLASSES, every_cell
from bench.measure import agree, measured
from bench.table import Row, under

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from bench.measure import Values

ROWS = 10_000_000
BAR_SECONDS = 0.05
REPEATS = 15
REPLICATES = 1000
FEWER = (100, 10, 1)


def paired(rows: int = ROWS) -> list[Row]:
    """1,000 replicates of the difference in every metric, and 1,000 exchanges, from counts already made."""
    expected = measured(scikit_learn)
    found: list[Row] = []
    sizes = [max(rows // part, len(CLASSES) ** 3) for part in FEWER]
    for data, label in (("demo", "HumAID demo"), *((size, f"{size:,} rows") for size in sizes)):
        for work in (bootstrap, exchange):
            ours = measured(work, REPEATS, data=data)
            if data == "demo":
                agree(expected, ours)
            cells = "joint counts as shipped" if data == "demo" else f"{len(CLASSES) ** 3:,} joint cells"
            found.append(under(f"Paired {work.__name__}, {label}, {cells}", ours, BAR_SECONDS))
    return found


def scikit_learn() -> Callable[[], Values]:
    """Differences as scikit-learn has them, to check ours by; not timed against."""
    from sklearn.metrics import f1_score, matthews_corrcoef

    from mercalli.io.demo import read_demo

    columns = list(read_demo().values())
    truth, first, second = columns[1:4]

    def work() -> Values:
        f1 = [f1_score(truth, pred, average="macro", zero_division=0) for pred in (first, second)]
        mcc = [matthews_corrcoef(truth, pred) for pred in (first, second)]
        return {"f1_macro": f1[0] - f1[1], "mcc": mcc[0] - mcc[1]}

    return work


def bootstrap(data: str | int) -> Callable[[], Values]:
    """Intervals of the differences."""
    import numpy as np

    from mercalli.uncertainty.intervals import percentile
    from mercalli.uncertainty.resample import replicates

    sample, panel = _counted(data)

    def work() -> Values:
        first, second = (panel(table) for table in sample.confusions)
        drawn = replicates(sample, REPLICATES, np.random.default_rng(0))
        percentile(np.concatenate([panel(one) - panel(two) for one, two in drawn]), 0.95)
        return _named(panel, first - second)

    return work


def exchange(data: str | int) -> Callable[[], Values]:
    """p-values of the differences."""
    import numpy as np

    from mercalli.uncertainty.paired import p_value, swapped

    sample, panel = _counted(data)

    def work() -> Values:
        first, second = (panel(table) for table in sample.confusions)
        drawn = swapped(sample, REPLICATES, np.random.default_rng(0))
        p_value(first - second, np.concatenate([panel(one) - panel(two) for one, two in drawn]))
        return _named(panel, first - second)

    return work


def _counted(data: str | int) -> tuple[Any, Any]:
    """The joint table of the first two systems, and every metric of the catalogue that gives one number."""
    from mercalli.engines.arrays import ArraySource
    from mercalli.estimates.panel import Panel
    from mercalli.inputs.labels import Labels, Roles
    from mercalli.io.demo import read_demo
    from mercalli.metrics.catalogue import WHOLE, catalogue
    from mercalli.stats.groups import Contexts
    from mercalli.stats.sample import Sample

    columns = every_cell(data) if isinstance(data, int) else read_demo()
    systems = [name for name in columns if name not in ("event", "truth")][:2]
    roles = Roles("truth", tuple(systems))
    labels = Labels.check(ArraySource.check(columns).tally(roles.keys, None), roles)
    metrics = [metric for metric in catalogue().values() if metric.needs == WHOLE and not metric.needs_options]
    return Sample.of(labels, Contexts.of(labels)), Panel(tuple(metrics), len(labels.classes.names))


def _named(panel: Any, differences: Any) -> Values:  # noqa: ANN401 - a panel and an array
    texts = [metric.text for metric in panel.metrics]
    return {name: float(differences[texts.index(name)]) for name in ("f1_macro", "mcc")}
