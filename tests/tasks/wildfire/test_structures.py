"""Structure loss: the words of inspections, partners by id or by place, and FireBench's numbers."""

import json

import firebench.metrics.confusion_matrix as firebench
import geopandas
import h5py
import numpy as np
import pandas as pd
import pytest
from pyproj import Geod
from shapely.geometry import Point

import mercalli
from mercalli import structure_loss
from mercalli.errors import FileError, MapError, MercalliError
from mercalli.tasks.wildfire.notes import no_better
from mercalli.tasks.wildfire.structures.damage import SCALES
from mercalli.tasks.wildfire.structures.match import metres, nearest, on_the_ground
from mercalli.telling.kinds import files_of

LABELS = ("No Damage", "Affected (1-9%)", "Minor (10-25%)", "Major (26-50%)", "Destroyed (>50%)", "Inaccessible")


def inspections(n=200, seed=0):
    """Structures with ids, damage and places."""
    rng = np.random.default_rng(seed)
    return pd.DataFrame(
        {
            "id": rng.permutation(n) + 10**16,
            "damage": rng.choice(LABELS, n, p=[0.4, 0.1, 0.1, 0.05, 0.3, 0.05]),
            "latitude": 38 + rng.random(n) / 50,
            "longitude": -120 + rng.random(n) / 50,
        }
    )


def forecast(seen, seed=1):
    """A model that is often right, in another order."""
    rng = np.random.default_rng(seed)
    said = seen["damage"].where(rng.random(len(seen)) < 0.8, "No Damage").replace("Inaccessible", "No Damage")
    return seen.assign(damage=said).sample(frac=1, random_state=1)


def counts(system):
    return system.counts.tp, system.counts.fp, system.counts.fn, system.counts.tn


@pytest.mark.parametrize("positive", ["destroyed", "major_or_destroyed"])
def test_structures_are_joined_by_id_whatever_their_order(positive):
    seen = inspections()
    both = seen.merge(forecast(seen), on="id", suffixes=("", "_said")).query("damage != 'Inaccessible'")
    names = ["Destroyed (>50%)"] if positive == "destroyed" else ["Major (26-50%)", "Destroyed (>50%)"]
    table = firebench.binary_cm(both["damage"].isin(names), both["damage_said"].isin(names))
    system = structure_loss(seen, forecast(seen), positive=positive, replicates=0).systems[0]
    assert [[system.counts.tn, system.counts.fp], [system.counts.fn, system.counts.tp]] == table.tolist()


def test_inaccessible_structures_are_left_out_of_both_lists_at_once():
    seen = inspections()
    system = structure_loss(seen, forecast(seen), replicates=0).systems[0]
    assert [(each.reason, each.n) for each in system.excluded] == [
        ("inaccessible, or without a label, in the observation", int((seen["damage"] == "Inaccessible").sum()))
    ]


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("Destroyed (>50%)", "destroyed"),
        ("Destroyed (50-100%)", "destroyed"),
        ("destroyed", "destroyed"),
        ("Major (25-50%)", "major"),
        ("Minor (1-10%)", "minor"),
        ("Affected (>0-9%)", "affected"),
        ("Affected 1-9%", "affected"),
        ("NO DAMAGE ", "no damage"),
        ("Inaccessible", "inaccessible"),
        ("Scorched", None),
    ],
)
def test_the_words_of_every_release_are_known(text, level):
    assert SCALES.read("dins").level_of(text) == level


def test_an_unknown_word_is_named():
    with pytest.raises(MapError, match="'Scorched'"):
        SCALES.read("dins").lost(["No Damage", "Scorched"], "destroyed", "dins.csv")


def test_probabilities_need_a_threshold():
    seen = {"id": [1, 2], "damage": ["Destroyed", "No Damage"]}
    said = {"id": [1, 2], "pred": [0.7, 0.6]}
    with pytest.raises(MapError, match="threshold"):
        structure_loss(seen, said)
    assert counts(structure_loss(seen, said, threshold=0.65, replicates=0).systems[0]) == (1, 0, 0, 1)


def test_structures_without_a_partner_are_listed():
    seen = inspections(20)
    system = structure_loss(seen.iloc[:15], forecast(seen.iloc[3:]), replicates=0).systems[0]
    assert [(each.side, each.n) for each in system.unmatched] == [("observation", 3), ("model", 5)]
    assert set(system.unmatched[0].first) == set(map(str, seen["id"][:3]))


def test_the_folder_lists_every_structure_without_a_partner():
    seen = inspections(40)
    files = files_of(structure_loss(seen.iloc[:25], forecast(seen.iloc[10:]), replicates=0))
    assert files["unmatched.csv"].count("observation") == 10
    assert files["unmatched.csv"].count("model,model") == 15


def test_an_id_that_stands_twice_is_refused():
    seen = inspections(5)
    with pytest.raises(MapError, match="repeated"):
        structure_loss(pd.concat([seen, seen.iloc[:1]]), forecast(seen))


def test_lists_without_ids_or_a_distance_are_refused():
    seen = inspections(5).drop(columns="id")
    with pytest.raises(MapError, match="never"):
        structure_loss(seen, seen)


def test_places_match_each_other_s_nearest_within_the_distance():
    seen = inspections(60)
    moved = forecast(seen).drop(columns="id").assign(latitude=lambda rows: rows["latitude"] + 5 / 111_000)
    system = structure_loss(seen.drop(columns="id"), moved, within="20m", replicates=0).systems[0]
    assert counts(system) == counts(structure_loss(seen, forecast(seen), replicates=0).systems[0])
    with pytest.raises(MapError, match="No structure"):
        structure_loss(seen, moved, within="1m")


def test_one_structure_is_the_partner_of_one_only():
    first = np.array([[-120.0, 38.0], [-120.0, 38.00001]])
    one, two = nearest(first, np.array([[-120.0, 38.000011]]), 50)
    assert (one.tolist(), two.tolist()) == ([1], [0])


def test_distances_are_those_on_the_ground():
    places = np.array([[-120.0, 38.0], [-119.9997, 38.0002]])
    found = np.linalg.norm(np.diff(on_the_ground(places), axis=0))
    assert found == pytest.approx(Geod(ellps="WGS84").line_length(*places.T), rel=1e-6)


@pytest.mark.parametrize("ending", ["gpkg", "geojson", "shp", "parquet", "csv"])
def test_every_kind_of_file_gives_the_same(ending, tmp_path):
    seen = inspections(40).assign(id=lambda rows: rows["id"] - 10**16)
    path = tmp_path / f"seen.{ending}"
    points = geopandas.GeoDataFrame(
        seen, geometry=geopandas.points_from_xy(seen["longitude"], seen["latitude"], crs=4326)
    )
    if ending == "csv":
        seen.to_csv(path, index=False)
    elif ending == "parquet":
        points.to_parquet(path)
    else:
        points.drop(columns=["latitude", "longitude"]).to_crs("EPSG:3310").to_file(path)
    found, expected = (structure_loss(source, forecast(seen), replicates=0).systems[0] for source in (str(path), seen))
    assert counts(found) == counts(expected)
    assert found.units == expected.units


def test_a_file_of_firebench_is_matched_by_place(tmp_path):
    seen = inspections(40)
    with h5py.File(tmp_path / "seen.h5", "w") as file:
        group = file.create_group("points/building_damaged")
        group["building_damage"] = seen["damage"].astype("S").to_numpy()
        group["position_lat"], group["position_lon"] = seen["latitude"], seen["longitude"]
    found = structure_loss(str(tmp_path / "seen.h5"), forecast(seen), within=1, replicates=0).systems[0]
    assert counts(found) == counts(structure_loss(seen, forecast(seen), replicates=0).systems[0])


def test_points_without_a_coordinate_system_are_refused(tmp_path):
    frame = geopandas.GeoDataFrame({"id": [1], "damage": ["Destroyed"]}, geometry=[Point(0, 0)])
    with pytest.warns(UserWarning, match="crs"):
        frame.to_file(tmp_path / "nowhere.gpkg")
    with pytest.raises(MapError, match="no coordinate reference system"):
        structure_loss(str(tmp_path / "nowhere.gpkg"), inspections(3))


def test_several_columns_are_several_models_and_a_result_comes_back():
    seen = inspections(60)
    said = forecast(seen).assign(other="No Damage")
    result = structure_loss(seen, said, pred=["damage", "other"], replicates=200)
    assert [system.name for system in result.systems] == ["damage", "other"]
    assert mercalli.from_json(mercalli.to_json(result)) == result
    assert no_better(result["other"].measure("accuracy"))


def test_units_that_are_named_are_resampled():
    seen = inspections(60).assign(incident=lambda rows: rows.index % 7)
    system = structure_loss(seen, forecast(seen), unit="incident", replicates=200).systems[0]
    assert (system.units, system.measure("f1").method) == (7, "t over units left out in turn")


def test_kpis_are_named_after_structure_loss():
    seen = inspections(30)
    kpis = structure_loss(seen, forecast(seen), replicates=0).systems[0].kpis
    assert (kpis[4].name, kpis[4].category) == ("Binary Structure Loss Negative Predictive Value", "Structure Damage")


@pytest.mark.parametrize("within", ["far", 0, "-3m"])
def test_a_distance_must_be_one(within):
    with pytest.raises(MercalliError, match="within"):
        metres(within)


def test_a_file_of_another_kind_is_refused(tmp_path):
    (tmp_path / "seen.docx").write_text(json.dumps({}), encoding="utf-8")
    with pytest.raises(FileError, match="kind"):
        structure_loss(str(tmp_path / "seen.docx"), inspections(3))
