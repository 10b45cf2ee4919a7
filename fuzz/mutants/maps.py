"""Maps of odd cells, shapes, places and attributes; what stood in the file before is of no use for these."""

from __future__ import annotations

from random import Random

import numpy as np
import rasterio

from fuzz import good
from fuzz.mutants import odd

SHAPES = ((8, 8), (8, 8), (8, 8), (1, 1), (1, 8), (8, 7), (40, 60))
OTHER_SHAPES = ((), (0,), (8,), (0, 0), (8, 0), (2, 8, 8), (1, 8, 8))
TYPES = ("uint8", "int16", "int32", "float32", "float64")
OTHER_TYPES = ("bool", "int8", "uint64", "complex64", "S4", "U4", "float16")
VALUES = (0.0, 1.0, 2.0, 4.0, 5.0, -1.0, 0.5, 255.0, np.nan, np.inf, -np.inf, 1e308, -9999.0)
CRS = ("EPSG:5070", "EPSG:4326", "EPSG:3857", "EPSG:32611", None, "EPSG:4978")
ATTRIBUTES = (
    "scale_factor",
    "add_offset",
    "_FillValue",
    "missing_value",
    "units",
    "crs_wkt",
    "grid_mapping",
    "valid_range",
)


def array(rng: Random, shapes: tuple[tuple[int, ...], ...], types: tuple[str, ...]) -> np.ndarray:
    """Some values at random, in some shape and type."""
    made = np.random.default_rng(rng.getrandbits(32)).choice(
        rng.sample(VALUES, rng.choice((1, 2, 4))), rng.choice(shapes)
    )
    with np.errstate(all="ignore"):
        return np.asarray(made).astype(rng.choice(types))


def npy(rng: Random, _content: bytes) -> bytes:
    """An array that may be no map at all."""
    return good.npy(array(rng, SHAPES + OTHER_SHAPES, TYPES + OTHER_TYPES))


def tif(rng: Random, _content: bytes) -> bytes:
    """A GeoTIFF anywhere."""
    cells = array(rng, SHAPES, TYPES)
    size = rng.choice((30.0, 30.0, 1e-9, 1e9, 0.001))
    turn = rng.choice((0.0, 0.0, 0.0, 10.0))
    place = {
        "crs": rng.choice(CRS),
        "transform": rasterio.Affine(size, turn, rng.choice((0, 1e6, -1e308)), turn, rng.choice((-1, 1)) * size, 2e6),
        "nodata": rng.choice((None, None, 0, 1)),
        "compress": rng.choice((None, "lzw", "deflate")),
    }
    return good.tif(cells, **place)


def h5(rng: Random, _content: bytes) -> bytes:
    """A file of HDF5 with odd attributes."""
    cells = array(rng, SHAPES + OTHER_SHAPES, TYPES + OTHER_TYPES[:-2])
    given = {name: _attribute(rng) for name in rng.sample(ATTRIBUTES, rng.choice((0, 1, 3)))}
    return good.h5(cells, **given)


def _attribute(rng: Random) -> object:
    number = float(rng.choice(VALUES))
    text = rng.choice([each for each in odd.TEXTS if "\0" not in each])
    return rng.choice((number, int(rng.choice((0, 1, -1))), text, np.array([]), np.array([number, number]), b"\xff"))
