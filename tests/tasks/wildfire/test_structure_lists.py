"""Lists of structures that lack something: ids, probabilities, rows, degrees."""

import dask.dataframe
import duckdb
import geopandas
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from mercalli import structure_loss
from mercalli.errors import MercalliError

SEEN = "id,damage,lat,lon\n1,Destroyed,34,-118\n2,No Damage,34.01,-118\n,No Damage,34.02,-118\n4,Destroyed,34.03,-118\n"
BOTH = {"id": [1, 2], "damage": ["Destroyed", "No Damage"]}


def file(folder, name, text):
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


@pytest.fixture
def seen(tmp_path):
    return file(tmp_path, "seen.csv", SEEN)


def test_structures_without_a_probability_are_counted_as_such(seen, tmp_path):
    said = file(tmp_path, "said.csv", "id,prob\n1,0.9\n2,\n4,\n")
    system = structure_loss(seen, said, pred="prob", threshold=0.5, replicates=0).systems[0]
    assert (system.n, [(each.reason, each.n) for each in system.excluded]) == (
        1,
        [("without an answer of the model", 2)],
    )


def test_a_column_without_any_probability_is_refused(seen, tmp_path):
    said = file(tmp_path, "said.csv", "id,prob\n1,\n2,\n")
    with pytest.raises(MercalliError, match=r"No structure of 'seen\.csv' can be counted"):
        structure_loss(seen, said, pred="prob", threshold=0.5)


@pytest.mark.parametrize("missing", [None, float("nan"), pd.NA, ""])
def test_what_has_no_id_has_no_partner_and_is_listed(missing, seen):
    ids = np.array([1, missing, missing, 4], dtype=object)
    system = structure_loss(seen, {"id": ids, "pred": [1, 1, 1, 0]}, replicates=0).systems[0]
    assert [(each.side, each.first) for each in system.unmatched] == [
        ("observation", ("2", "row 3 (no id)")),
        ("model", ("row 2 (no id)", "row 3 (no id)")),
    ]


def test_columns_of_several_files_have_names_of_their_own(seen, tmp_path):
    said = [file(tmp_path, f"{name}.csv", "id,a,b\n1,1,0\n2,1,0\n") for name in ("x", "y")]
    result = structure_loss(seen, said, pred=["a", "b"], replicates=0)
    assert [system.name for system in result.systems] == ["x:a", "x:b", "y:a", "y:b"]
    with pytest.raises(MercalliError, match="both named 'x:a'"):
        structure_loss(seen, said, pred=["a", "a"])


def test_the_same_file_under_two_names_has_the_same_intervals():
    rng = np.random.default_rng(0)
    seen = {"id": np.arange(200), "damage": rng.integers(0, 2, 200)}
    said = pd.DataFrame({"id": np.arange(200), "a": rng.integers(0, 2, 200)}).assign(b=lambda rows: rows["a"])
    first, second = structure_loss(seen, said, pred=["a", "b"], replicates=200).systems
    assert first.measures == second.measures


def relation(columns):
    """DuckDB's."""
    return duckdb.from_arrow(pa.table(columns))


def parts(columns):
    """Dask's."""
    return dask.dataframe.from_pandas(pd.DataFrame(columns), npartitions=2)


FRAMES = [pl.DataFrame, pl.LazyFrame, pa.table, pd.DataFrame, relation, parts]


@pytest.mark.parametrize("frame", FRAMES)
def test_frames_of_every_library_are_read(frame):
    found = structure_loss(frame(BOTH), frame({"id": [2, 1], "pred": [0, 1]}), replicates=0).systems[0].counts
    assert (found.tp, found.tn) == (1, 1)


@pytest.mark.parametrize("frame", FRAMES)
def test_what_a_frame_lacks_is_not_counted(frame):
    seen = frame({"id": ["a", "b", None], "damage": ["Destroyed", None, "No Damage"]})
    report = structure_loss(seen, frame({"id": ["b", "a"], "pred": [0, 1]}), replicates=0).systems[0]
    assert (report.counts.tp, report.n) == (1, 1)


def test_two_columns_of_one_name_are_refused(seen):
    with pytest.raises(MercalliError, match="two columns named 'id'"):
        structure_loss(seen, pd.DataFrame([[1, 1, 1]], columns=["id", "id", "pred"]))


@pytest.mark.parametrize("chance", [90.0, -0.1, float("inf")])
def test_a_number_that_is_no_probability_is_refused(chance):
    with pytest.raises(MercalliError, match="probabilities from 0 to 1"):
        structure_loss(BOTH, {"id": [1, 2], "prob": [0.5, chance]}, pred="prob", threshold=0.5)


@pytest.mark.parametrize("threshold", [float("nan"), 50])
def test_a_threshold_is_a_probability(threshold):
    with pytest.raises(MercalliError, match="threshold"):
        structure_loss(BOTH, {"id": [1, 2], "prob": [0.5, 0.1]}, pred="prob", threshold=threshold)


def test_a_list_without_rows_is_refused(seen, tmp_path):
    with pytest.raises(MercalliError, match="no rows"):
        structure_loss(seen, file(tmp_path, "head.csv", "id,pred\n"))


def test_what_is_no_list_is_refused(seen):
    with pytest.raises(MercalliError, match="found int"):
        structure_loss(seen, 3)


def test_coordinates_of_a_projection_are_not_taken_for_degrees(seen, tmp_path):
    said = file(tmp_path, "metres.csv", "id,pred,x,y\n1,1,-13200000,4000000\n")
    with pytest.raises(MercalliError, match=r"'metres.csv' must be degrees"):
        structure_loss(seen, said)


def test_ids_and_places_at_once_are_refused(seen):
    with pytest.raises(MercalliError, match="`key` and `within`"):
        structure_loss(seen, seen, key="id", within="20m")


def test_shapes_in_a_column_of_any_name_are_places(tmp_path):
    points = geopandas.points_from_xy([-120, -121], [38, 38], crs=4326)
    frame = geopandas.GeoDataFrame(BOTH, geometry=points).rename_geometry("geom")
    for name in ("seen.parquet", "seen.geoparquet"):
        frame.to_parquet(tmp_path / name)
        path = str(tmp_path / name)
        assert structure_loss(path, path, within="1m", replicates=0).systems[0].n == 2


@pytest.mark.parametrize("frame", [*FRAMES, dict])
def test_a_dict_of_tables_is_several_models(frame, seen):
    tables = {name: frame({"id": [1, 2], "pred": [1, pred]}) for name, pred in (("low", 0), ("high", 1))}
    result = structure_loss(seen, tables, replicates=0)
    assert [(system.name, system.counts.fp) for system in result.systems] == [("low", 0), ("high", 1)]


def test_a_dict_of_paths_is_several_models(seen, tmp_path):
    said = file(tmp_path, "said.csv", "id,pred\n1,1\n2,0\n")
    result = structure_loss(seen, {"a": tmp_path / "said.csv", "b": said}, replicates=0)
    assert [system.name for system in result.systems] == ["a", "b"]


def test_a_dict_of_tables_and_columns_is_refused(seen):
    with pytest.raises(MercalliError, match="'a' is a table and 'id', 'pred' are columns"):
        structure_loss(seen, {"a": pd.DataFrame({"id": [1]}), "id": [1, 2], "pred": [1, 0]})


@pytest.mark.parametrize("odd", ["pred", "lat"])
def test_columns_of_unequal_length_are_refused(odd, seen):
    columns = {"id": [1, 2], "pred": [1, 0], "lat": [34, 34], "lon": [-118, -118]} | {odd: [1]}
    with pytest.raises(MercalliError, match=f"'{odd}' has 1"):
        structure_loss(seen, columns)


@pytest.mark.parametrize("dash", ["-", "\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\u2212", " to "])
def test_a_range_may_be_written_with_any_dash(dash):
    damage = [f"Affected (1{dash}9%)", f"Major (26%{dash}50%)"]
    found = structure_loss({"id": [1, 2], "damage": damage}, {"id": [1, 2], "pred": [1, 0]}, like="firebench")
    assert (found.systems[0].counts.fp, found.systems[0].counts.fn) == (1, 1)


LARGE = 2**53  # from here on decimal numbers round whole ones


def whole(columns):
    """A frame of pandas whose ids stay whole numbers where one is missing."""
    return pd.DataFrame(columns).assign(id=pd.array(columns["id"], dtype="Int64"))


def shapes(columns):
    """The same with places."""
    return geopandas.GeoDataFrame(whole(columns), geometry=geopandas.points_from_xy([0, 1, 2], [0, 1, 2], crs=4326))


@pytest.mark.parametrize("frame", [pl.DataFrame, pl.LazyFrame, pa.table, relation, dict, whole, shapes])
def test_large_ids_stay_what_they_are_where_one_is_missing(frame):
    seen = frame({"id": [LARGE + 1, LARGE + 2, None], "damage": [1, 0, 0]})
    system = structure_loss(seen, {"id": [LARGE + 2, LARGE + 1], "pred": [0, 1]}, replicates=0).systems[0]
    assert (system.counts.tp, system.counts.tn) == (1, 1)
    assert [each.first for each in system.unmatched] == [("row 3 (no id)",)]


@pytest.mark.parametrize(("kind", "least"), [(np.float64, LARGE), (np.float32, 2**24)])
def test_ids_that_were_rounded_are_refused(kind, least):
    seen = {"id": np.array([least + 2, np.nan], kind), "damage": [1, 0]}
    with pytest.raises(MercalliError, match=f"'the table' holds ids such as {least + 2} as decimal numbers"):
        structure_loss(seen, {"id": [least + 2], "pred": [1]})
    seen["id"] = np.array([least - 1, np.nan], kind)
    assert structure_loss(seen, {"id": [least - 1], "pred": [1]}, replicates=0).systems[0].counts.tp == 1


def test_structures_in_one_place_are_told():
    flats = {"damage": [1, 0, 1], "lat": [34.0, 34.0, 34.1], "lon": [-118.0] * 3}
    system = structure_loss(flats, flats, pred="damage", within="5m", replicates=0).systems[0]
    assert (system.n, [each.n for each in system.unmatched]) == (2, [1, 1])
    assert system.notes[1].startswith("4 structures share their location with another one of their list")
    apart = structure_loss({**flats, "lat": [34.0, 34.05, 34.1]}, flats, pred="damage", within="5m", replicates=0)
    assert "2 structures share their location" in apart.systems[0].notes[1]


@pytest.mark.parametrize("missing", [None, float("nan"), pd.NA, ""])
def test_a_structure_without_a_unit_is_refused(missing):
    seen = {"id": [1, 2, 3], "damage": [1, 0, 1], "incident": np.array(["a", missing, "b"], object)}
    with pytest.raises(MercalliError, match=r"1 row of 'the table' has no unit \('incident'\)"):
        structure_loss(seen, {"id": [1, 2, 3], "pred": [1, 1, 1]}, unit="incident")
    assert structure_loss(seen, {"id": [1, 3], "pred": [1, 1]}, unit="incident").systems[0].units == 2
