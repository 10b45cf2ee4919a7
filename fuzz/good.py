"""Good files of every kind that commands read: what mutants are made from."""

from __future__ import annotations

import io
import json
from pathlib import Path

import geopandas
import h5py
import numpy as np
import rasterio
import shapely

from tests.doors.calls import BESIDE
from tests.io.logs import samples
from tests.places import TESTS

PROFILE = """\
name = "drill"
title = "A drill: whom to send"
headline = ["care", "accuracy"]
classes = ["flood", "fire", "calm"]
[aliases]
blaze = "fire"
[levels.urgency]
now = { weight = 3.0, response = "go", classes = ["fire", "flood"] }
later = { weight = 1.0, response = "wait", classes = ["calm"] }
[metrics.care]
kernel = "class_weighted_accuracy"
label = "Care"
weights = { fire = 3.0, flood = 2.0, calm = 1.0 }
bands = { fine = { from = 0.7, says = "go on" }, weak = { from = 0.0, says = "stop" } }
[answers]
options = "letters"
"""
TEXTS = {
    "--gate-file": 'gates = ["accuracy>=0.5", "class:fire.recall>=0.1"]\n',
    "--profile": PROFILE,
    "--answer-rules": "[[rule]]\npattern = '=> *(?P<label>\\w+)'\nwhich = 'first'\n",
    "--about": '[systems.pred]\nmodel = "small-1"\ndate = 2026-03-01\nparameters = { temperature = 0, seed = 7 }\n',
    "--prices": '[prices.pred]\ninput = 2.5\noutput = 10\ncurrency = "USD"\nas_of = 2026-10-01\n',
    "--answer-map": "output,outcome,label\nhail,read,fire\nwet,read,flood\nno idea,unreadable,\n",
    "--judged": "output,drawn,person_outcome,person_label\nfire,3,read,fire\nflood,2,read,calm\n",
    "--sectors": '{"Health": 1, "WASH": 3, "Food": 4}',
    "case": "name = 'a case'\n[fires.north.severity]\nobserved = 'map.npy'\nmodel = 'map.npy'\n",
    "show": PROFILE,
    "check": PROFILE,
}
ITEM = range(40)
ANSWERS = [("fire", "Class: flood", "**calm**", "I cannot tell.")[at % 4] for at in ITEM]
LOGS = {
    "openai.jsonl": samples.lines(*(samples.openai(str(at), ANSWERS[at]) for at in ITEM)),
    "anthropic.jsonl": samples.lines(
        *(samples.anthropic(str(at), {"type": "text", "text": ANSWERS[at]}) for at in ITEM)
    ),
    "gemini.jsonl": samples.lines(*(samples.gemini(str(at), {"text": ANSWERS[at]}) for at in ITEM)),
    "harness.jsonl": samples.lines(*(samples.harness(at, ANSWERS[at]) for at in ITEM)),
    "inspect.json": json.dumps(samples.inspect_log(*(samples.inspect_sample(at, ANSWERS[at]) for at in ITEM))),
    "promptfoo.json": json.dumps(samples.promptfoo_file(*(samples.promptfoo(at, ANSWERS[at]) for at in ITEM))),
}
PLACE = {"crs": "EPSG:5070", "transform": rasterio.Affine(30, 0, 0, 0, -30, 2e6)}
CELLS = np.kron([[1.0, 2.0], [3.0, 4.0]], np.ones((4, 4)))
RESULTS = [file for file in sorted((TESTS / "frozen" / "0.1.0").glob("*.json")) if file.stat().st_size < 1 << 17]


def tif(cells: np.ndarray, **place: object) -> bytes:
    """A GeoTIFF."""
    rows, columns = cells.shape
    about = {"driver": "GTiff", "height": rows, "width": columns, "count": 1, "dtype": cells.dtype, **PLACE, **place}
    with rasterio.MemoryFile() as memory:
        with memory.open(**about) as made:
            made.write(cells, 1)
        return bytes(memory.getbuffer())


def h5(cells: np.ndarray, **attributes: object) -> bytes:
    """A file of HDF5 with a map and where its cells are, which serves as NetCDF too."""
    made = io.BytesIO()
    with h5py.File(made, "w") as file:
        file.create_dataset("burned", data=cells).attrs.update(attributes)
        for name, length in zip(("y", "x"), cells.shape, strict=False):
            file[name] = np.arange(length) * 30.0
    return made.getvalue()


def npy(cells: np.ndarray) -> bytes:
    """An array as numpy writes it."""
    made = io.BytesIO()
    np.save(made, cells, allow_pickle=False)
    return made.getvalue()


def write_ground(folder: Path) -> None:
    """What calls need besides the file that is mutated, but for a model and what is known of it."""
    for name, text in {**BESIDE, "case.toml": TEXTS["case"]}.items():
        (folder / name).write_text(text)
    maps = {"map.npy": npy(CELLS), "map.tif": tif(CELLS), "map.h5": h5(CELLS), "map.nc": h5(CELLS)}
    for name, content in maps.items():
        (folder / name).write_bytes(content)
    shape = geopandas.GeoSeries([shapely.box(-120, 38, -119.9, 38.1)], crs="EPSG:4326")
    for name in ("shape.geojson", "shape.gpkg"):
        shape.to_file(folder / name)
