"""Data for the benches, made once from a seed and kept in bench/data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.measure import DATA

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    from numpy.typing import NDArray

SEED = 20_240_615
SLICES = 20
CLASSES = (
    "caution_and_advice",
    "displaced_people_and_evacuations",
    "dont_know_cant_judge",
    "infrastructure_and_utility_damage",
    "injured_or_dead_people",
    "missing_or_found_people",
    "not_humanitarian",
    "other_relevant_information",
    "requests_or_urgent_needs",
    "rescue_volunteering_or_donation_effort",
    "sympathy_and_support",
)
SHARES = (0.08, 0.04, 0.01, 0.10, 0.08, 0.01, 0.16, 0.14, 0.04, 0.22, 0.12)
RIGHT = 0.75
POSITIVES = 0.3


def codes(name: str, rows: int) -> NDArray[Any]:
    """`truth`, `pred` or `slice` as uint8."""
    import numpy as np

    folder = DATA / f"codes_{rows}"
    if not folder.exists():
        _make_codes(folder, rows)
    return np.load(folder / f"{name}.npy")


def _make_codes(folder: Path, rows: int) -> None:
    import numpy as np

    rng = np.random.default_rng(SEED)
    truth = rng.choice(len(CLASSES), rows, p=SHARES).astype(np.uint8)
    guess = rng.choice(len(CLASSES), rows, p=SHARES).astype(np.uint8)
    pred = np.where(rng.random(rows) < RIGHT, truth, guess)
    where = rng.integers(0, SLICES, rows, dtype=np.uint8)
    folder.mkdir(parents=True)
    for name, array in {"truth": truth, "pred": pred, "slice": where}.items():
        np.save(folder / f"{name}.npy", array)


def scored_rows(rows: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Whether each item is a positive, and a score that tells a little about it."""
    import numpy as np

    rng = np.random.default_rng(SEED)
    positive = rng.random(rows) < POSITIVES
    return positive, np.clip(rng.normal(0.4 + 0.2 * positive, 0.2), 0, 1)


def text(name: str, rows: int) -> NDArray[Any]:
    """The same labels as an object array of text, each class one shared string."""
    import numpy as np

    return np.array(CLASSES, object)[codes(name, rows)]


def text_file(rows: int) -> Path:
    """The same labels as text in one Parquet file."""
    return _parquet(f"text_{rows}", rows, "$names[truth + 1] as truth, $names[pred + 1] as pred")


def sliced_file(rows: int) -> Path:
    """The same with a column to slice by."""
    labels = "$names[truth + 1] as truth, $names[pred + 1] as pred"
    return _parquet(f"sliced_{rows}", rows, f"{labels}, 'event ' || slice as event")


def timed_file(rows: int) -> Path:
    """The same with a column to slice by, over ten days."""
    second = "timestamptz '2025-01-01 00:00:00+00' + to_seconds((random() * 863999)::int) as ts"
    labels = "$names[truth + 1] as truth, $names[pred + 1] as pred"
    return _parquet(f"timed_{rows}", rows, f"{second}, 'event ' || slice as event, {labels}")


def _parquet(name: str, rows: int, columns: str) -> Path:
    """A file of columns made from the codes, unless it is there."""
    import duckdb

    file = DATA / f"{name}.parquet"
    if not file.exists():
        database = duckdb.connect()
        database.register("coded", {each: codes(each, rows) for each in ("truth", "pred", "slice")})
        database.execute(
            f"copy (select {columns} from coded) to $file (format parquet)",  # noqa: S608 - our own columns
            {"names": list(CLASSES), "file": str(file)},
        )
    return file


def every_cell(rows: int) -> dict[str, NDArray[Any]]:
    """Truth and two systems, in which every combination of three classes occurs."""
    import numpy as np

    rng = np.random.default_rng(SEED)
    size = len(CLASSES)
    truth = rng.integers(0, size, rows, dtype=np.uint8)
    first = np.where(rng.random(rows) < RIGHT, truth, rng.integers(0, size, rows, dtype=np.uint8))
    second = np.where(rng.random(rows) < RIGHT, truth, rng.integers(0, size, rows, dtype=np.uint8))
    for array, part in zip((truth, first, second), np.indices((size,) * 3), strict=True):
        array[: size**3] = part.ravel()
    return {"truth": truth, "first": first, "second": second}


DRESSES = (
    "Class: {label}\n{prose}",
    "**{label}** because {prose}",
    '{{"label": "{label}", "reason": "{prose}"}}',
    "{prose}. So the label is {label}.",
    "{prose}. Final answer: {label}",
)
PROSE = (
    "the",
    "water",
    "rises",
    "in",
    "town",
    "and",
    "people",
    "ask",
    "for",
    "boats",
    "now",
    "road",
    "is",
    "near",
    "a",
)


def outputs(number: int, length: int) -> list[tuple[str, str]]:
    """Labels, and different outputs of about so many characters that say them."""
    import random

    drawn = random.Random(SEED)  # noqa: S311 - no secret
    found = []
    for at in range(number):
        label, dress = drawn.choice(CLASSES), DRESSES[at % len(DRESSES)]
        prose = " ".join([f"message {at}", *drawn.choices(PROSE, k=length // 4)])
        room = length - len(dress.format(label=label, prose=""))
        found.append((label, dress.format(label=label, prose=prose[:room])))
    return found


def output_file(rows: int, different: int) -> str:
    """A Parquet file with the truth, labels, and the same labels as a model would write them."""
    import duckdb
    import numpy as np

    file = DATA / f"outputs_{rows}.parquet"
    if not file.exists():
        written = np.array(outputs(different, 120), object)
        rng = np.random.default_rng(SEED)
        chosen = rng.integers(0, different, rows)
        guess = np.array(CLASSES, object)[rng.choice(len(CLASSES), rows, p=SHARES)]
        truth = np.where(rng.random(rows) < RIGHT, written[chosen, 0], guess)
        made = {"truth": truth, "bare": written[chosen, 0], "written": written[chosen, 1]}  # noqa: F841 - the query
        duckdb.sql("select * from made").write_parquet(str(file))
    return str(file)
