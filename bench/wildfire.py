"""Burn severity: the 2 x 2 table and its KPIs from arrays, and the whole job from files."""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING, Any

from bench.made import SEED
from bench.measure import DATA, agree, measured
from bench.table import Row, faster

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray

    from bench.measure import Values

SIDES = (5_000, 10_000)
ARRAY_BAR, JOB_BAR = 10, 50
REPEATS = 7
CHANGED = 0.2
SIX = ("accuracy", "precision", "recall", "specificity", "npv", "f1")
THEIRS = ("accuracy", "precision", "recall_rate", "specificity", "negative_predicted_value", "f_score")


def wildfire(cells: int | None = None) -> list[Row]:
    """Six KPIs of two boolean arrays, and burn severity from files with 1,000 replicates over tiles, map and areas."""
    sides = SIDES if cells is None else (isqrt(cells),)
    found: list[Row] = []
    for side in sides:
        peer, ours = (measured(each, REPEATS, width=side) for each in (firebench_arrays, our_arrays))
        agree(peer, ours)
        what = f"{side:,} x {side:,} boolean cells, six KPIs"
        found.append(faster(what, "firebench, binary_cm and its six functions", peer, ours, ARRAY_BAR))
    peer, *ours = (
        measured(firebench_job, width=sides[0]),
        *(measured(our_job, 3, width=side) for side in sides),
    )
    agree(peer, ours[0])
    for side, reading in zip(sides, ours, strict=True):
        same = side == sides[0]
        what = f"{side:,} x {side:,} cells from GeoTIFF, the whole severity job"
        name = "firebench, its severity target from HDF5" + ("" if same else f" at {sides[0]:,} x {sides[0]:,}")
        found.append(faster(what, name, peer, reading, JOB_BAR) if same else _larger(what, name, peer, reading))
    return found


def _larger(what: str, name: str, peer: Any, ours: Any) -> Row:  # noqa: ANN401 - readings
    """The same on more cells: for its memory."""
    row = faster(what, name, peer, ours, 1)
    return Row(row.what, row.peer, row.clock, row.peer_seconds, row.our_seconds, peer_mb=row.peer_mb, our_mb=row.our_mb)


def _severity(side: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Codes in patches, and the same with a fifth of the patches drawn again."""
    import numpy as np

    rng = np.random.default_rng(SEED)
    coarse = rng.choice(np.array([1, 2, 3, 4], np.uint8), (side // 10, side // 10), p=[0.3, 0.3, 0.3, 0.1])
    again = np.where(rng.random(coarse.shape) < CHANGED, rng.permuted(coarse), coarse)
    return tuple(np.kron(each, np.ones((10, 10), np.uint8)) for each in (coarse, again))  # type: ignore[return-value]


def _files(side: int, kind: str) -> list[Path]:
    """The two maps as GeoTIFF or as FireBench's HDF5."""
    folder = DATA / f"severity_{side}"
    files = [folder / f"{name}.{kind}" for name in ("observed", "model")]
    if not files[0].exists():
        folder.mkdir(parents=True, exist_ok=True)
        for file, values in zip(files, _severity(side), strict=True):
            _write(file, values)
    return files


def _write(file: Path, values: NDArray[Any]) -> None:
    if file.suffix == ".h5":
        import h5py

        with h5py.File(file, "w") as made:
            made["spatial_2d/Caldor_MTBS/fire_burn_severity"] = values
        return
    import rasterio

    about = {"height": len(values), "width": values.shape[1], "count": 1, "dtype": "uint8", "compress": "deflate"}
    where = {"crs": "EPSG:32610", "transform": rasterio.Affine(30, 0, 700_000, 0, -30, 4_300_000)}
    with rasterio.open(file, "w", driver="GTiff", tiled=True, blockxsize=256, blockysize=256, **about, **where) as made:
        made.write(values, 1)


def firebench_arrays(width: int) -> Callable[[], Values]:
    """Its table and six functions of it."""
    import firebench.metrics.confusion_matrix as theirs

    truth, pred = (values == 4 for values in _severity(width))  # noqa: PLR2004 - high severity

    def work() -> Values:
        table = theirs.binary_cm(truth, pred)
        found = (getattr(theirs, f"binary_{name}")(table) for name in THEIRS)
        return dict(zip(SIX, map(float, found), strict=True))

    return work


def our_arrays(width: int) -> Callable[[], Values]:
    """One table, and the same six."""
    from mercalli.metrics.catalogue import parse
    from mercalli.stats.confusion import Confusion
    from mercalli.stats.counts import Counts

    truth, pred = (values == 4 for values in _severity(width))  # noqa: PLR2004 - high severity
    metrics = [parse(name) for name in SIX]

    def work() -> Values:
        counts = Counts.of(truth, pred)
        whole = Confusion.of([[counts.tn, counts.fp], [counts.fn, counts.tp]])
        values = (each(whole) if each.needs == "Confusion" else each.function(counts) for each in metrics)
        return dict(zip(SIX, map(float, values), strict=True))

    return work


def firebench_job(width: int) -> Callable[[], Values]:
    """What its severity target does: both files to booleans, and the six KPIs."""
    import firebench.benchmarks.c001_caldor as caldor
    import h5py

    files = _files(width, "h5")

    def work() -> Values:
        with h5py.File(files[0]) as observed, h5py.File(files[1]) as model:
            context: dict[str, Any] = {}
            found = (caldor.BENCHMARK_FUNCTIONS[f"FB001_SV{at:02d}"](model, observed, context) for at in range(1, 7))
            return dict(zip(SIX, (float(next(iter(each.values()))) for each in found), strict=True))

    return work


def our_job(width: int) -> Callable[[], Values]:
    """Reading, alignment, masks, counts by tile, areas, a map, and 1,000 replicates."""
    from mercalli.tasks.wildfire.severity.evaluate import burn_severity

    observed, model = (str(file) for file in _files(width, "tif"))

    def work() -> Values:
        found = burn_severity(observed, model).systems[0]
        return {name: found.measure(name).value or 0.0 for name in SIX}

    return work
