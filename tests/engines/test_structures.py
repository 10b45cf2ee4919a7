"""Lists of structures in the hands of Spark; those of other engines are in tests/wildfire."""

import pyarrow as pa
import pytest

from mercalli import structure_loss
from mercalli.errors import MercalliError

LARGE = 2**53  # from here on decimal numbers round whole ones
SEEN = {
    "id": [LARGE + 1, LARGE + 2, None, LARGE + 4],
    "damage": ["Destroyed (>50%)", "No Damage", "Destroyed (>50%)", None],
    "lat": [34.0, 34.01, 34.02, None],
    "lon": [-118.0, -118.0, -118.0, -118.0],
    "incident": ["a", "a", "b", "b"],
}
SAID = {
    "id": [LARGE + 4, LARGE + 2, LARGE + 1, LARGE + 3],
    "chance": [0.9, 0.2, 0.7, None],
    "lat": [34.0, 34.01, 34.02, 34.5],
    "lon": [-118.0] * 4,
}


@pytest.fixture
def frame(spark):
    return lambda columns: spark.createDataFrame(pa.table(columns))


@pytest.mark.parametrize("how", [{"key": "id"}, {"within": "20m"}, {"key": "id", "unit": "incident"}])
def test_structures_that_spark_holds_are_counted_as_those_of_arrays(how, frame):
    settings = {**how, "pred": "chance", "threshold": 0.5, "replicates": 100}
    ours = structure_loss(SEEN, SAID, **settings).systems
    assert structure_loss(frame(SEEN), frame(SAID), **settings).systems == ours
    assert ours[0].counts.tp == (2 if "within" in how else 1)


def test_several_frames_of_spark_are_several_models(frame):
    said = {"low": frame(SAID), "high": frame({**SAID, "chance": [1.0] * 4})}
    found = structure_loss(SEEN, said, pred="chance", threshold=0.5, replicates=0)
    assert [(system.name, system.counts.fp) for system in found.systems] == [("low", 0), ("high", 1)]


def test_a_frame_of_spark_without_rows_is_refused(frame):
    with pytest.raises(MercalliError, match="no rows"):
        structure_loss(frame(SEEN).filter("lat > 90"), SAID, pred="chance", threshold=0.5)
