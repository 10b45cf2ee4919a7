"""Places: worked numbers, laws, people, rings, the search for where it is worse, maps, and bad input."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mercalli
from mercalli.errors import ColumnError, InputError, SettingError
from mercalli.profiles.check import check
from mercalli.results.seal import to_json
from mercalli.telling.kinds import files_of

ROLES = {"truth": "is", "pred": "said"}
QUICK = {**ROLES, "metrics": "accuracy", "replicates": 0}
WEIGHTS = """
name = "two"
headline = ["dua"]
harm = "dua"
classes = ["urgent", "other"]
[critical]
urgent = 0.5
[metrics.dua]
kernel = "class_weighted_accuracy"
weights = {urgent = 5, other = 1}
"""


def rows(*parts):
    """Rows from (place, truth, items, errors), in order."""
    found = {"at": [], "is": [], "said": []}
    for place, truth, items, errors in parts:
        wrong = "other" if truth == "urgent" else "urgent"
        found["at"] += [place] * items
        found["is"] += [truth] * items
        found["said"] += [wrong] * errors + [truth] * (items - errors)
    return found


WORKED = rows(
    *[("A", "urgent", 40, 8), ("A", "other", 60, 6), ("B", "urgent", 10, 4)],
    *[("B", "other", 90, 6), ("C", "urgent", 50, 8), ("C", "other", 50, 3)],
)
PEOPLE = {"region": ["A", "B", "C", "D"], "people": [1000, 9000, 2000, 3000]}
GRID = {"A": (10.0, 20.0), "B": (10.0, 23.0), "C": (13.0, 20.0)}


def found(table=WORKED, **more):
    """The report of the only system."""
    return mercalli.places(table, **{**QUICK, "region": "at", **more}).systems[0]


def on_map(table=WORKED):
    """The same rows with coordinates."""
    lat, lon = zip(*(GRID[place] for place in table["at"]), strict=True)
    return {**table, "lat": list(lat), "lon": list(lon)}


def mapped(table=None, **more):
    """A result over cells."""
    return mercalli.places(on_map() if table is None else table, **{**QUICK, "lat": "lat", "lon": "lon", **more})


def of(report, metric, column="at"):
    """Values of a metric by place."""
    return {part.values[0]: part.measure(metric).value for part in report.parts(column)}


def test_worked_observed_over_expected_errors():
    report = found(replicates=100, classes=["urgent", "other"])
    assert of(report, "error_ratio") == pytest.approx({"A": 1.12, "B": 10 / 8.75, "C": 0.8})
    assert [(part.errors, part.expected) for part in report.parts("at")] == [
        (14, pytest.approx(12.5)),
        (10, pytest.approx(8.75)),
        (11, pytest.approx(13.75)),
    ]
    ends = {
        part.values[0]: (part.measure("error_ratio").low, part.measure("error_ratio").high) for part in report.slices
    }
    assert ends["A"] == pytest.approx((0.6123, 1.8792), abs=5e-5)
    assert ends["B"] == pytest.approx((0.5480, 2.1018), abs=5e-5)
    assert ends["C"] == pytest.approx((0.3994, 1.4314), abs=5e-5)
    assert {part.measure("error_ratio").method for part in report.slices} == {"exact Poisson"}


def test_worked_value_per_person_with_coverage_and_bounds():
    report = found(people=PEOPLE)
    person = report.persons[0]
    assert of(report, "accuracy") == pytest.approx({"A": 0.86, "B": 0.9, "C": 0.89})
    assert person.measure.value == report.measure("value_per_person(accuracy)").value == pytest.approx(0.895)
    assert report.measure("accuracy").value == pytest.approx(0.883333, abs=1e-6)
    assert (person.coverage, person.lowest, person.highest) == pytest.approx((0.8, 0.716, 0.916))


def test_worked_voice_and_missed_per_100_000():
    result = mercalli.places(WORKED, **QUICK, region="at", people=PEOPLE, urgent="urgent")
    report = result.systems[0]
    assert of(report, "voice") == pytest.approx({"A": 5.0, "B": 5 / 9, "C": 2.5})
    assert of(report, "missed_per_100k") == pytest.approx({"A": 800, "B": 400 / 9, "C": 400})
    assert result.unseen == ("D",)
    assert "Nothing said is not nothing missed" in str(result)


def test_worked_ratios_of_regions_as_zones():
    report = found(where=True, draws=99)
    assert (report.hot.place, report.hot.errors, report.hot.items, report.hot.places) == ("A", 14, 100, 1)
    assert report.hot.ratio == pytest.approx(0.1378, abs=5e-5)
    assert 0.01 <= report.hot.p <= 1
    assert any("No unit was named" in note for note in report.notes)


def test_the_interval_per_person_comes_from_those_of_the_places():
    report = found(replicates=100, people=PEOPLE)
    measure = report.measure("value_per_person(accuracy)")
    shares = np.array([1, 9, 2]) / 12
    middle, low, high = (
        np.array([getattr(part.measure("accuracy"), name) for part in report.parts("at")])
        for name in ("value", "low", "high")
    )
    assert measure.low == pytest.approx(0.895 - np.sqrt(((shares * (middle - low)) ** 2).sum()))
    assert measure.high == pytest.approx(0.895 + np.sqrt(((shares * (high - middle)) ** 2).sum()))
    assert measure.method == "places independent"


def test_harm_weighs_errors_by_class():
    report = found(profile=check(WEIGHTS, "two"), metrics="dua", replicates=100)
    harm = of(report, "harm_ratio")
    assert harm["A"] == pytest.approx((5 * 8 + 6) / (5 * 8 + 4.5))
    part = report.parts("at")[0].measure("harm_ratio")
    assert part.method == "Dobson"
    assert part.low < harm["A"] < part.high


def test_with_units_ratios_have_t_intervals_where_there_are_three():
    table = {**WORKED, "fire": [f"{place}{row % 5 if place == 'A' else 0}" for row, place in enumerate(WORKED["at"])]}
    report = found(table, unit="fire", replicates=100)
    one, other, _ = report.parts("at")
    assert one.measure("error_ratio").method == "t over units left out in turn"
    assert one.measure("accuracy").low is not None
    assert other.measure("error_ratio").low is None
    assert other.measure("accuracy").low is None
    assert any("2 places have no interval" in note for note in report.notes)


def test_the_search_says_no_p_with_fewer_units_than_were_simulated():
    table = {**WORKED, "fire": WORKED["at"]}
    result = mercalli.places(table, **QUICK, region="at", unit="fire", where=True)
    hot = result.systems[0].hot
    assert (hot.p, hot.units, hot.draws) == (None, 3, 0)
    assert "not tested whether the p-value holds with fewer than 4" in str(result)


def test_the_search_finds_a_hole_and_units_make_it_less_sure():
    rng = np.random.default_rng(4)
    lat, lon = np.repeat(10 + np.arange(10) * 0.5, 40), np.tile(np.repeat(np.arange(4) * 0.5, 10), 10)
    bad = (lat < 11.2) & (lon < 1.2)
    said = np.where(rng.random(400) < np.where(bad, 0.5, 0.1), "b", "a")
    table = {"lat": lat.tolist(), "lon": lon.tolist(), "is": ["a"] * 400, "said": said.tolist()}
    table["fire"] = [f"{int(one * 2 - 20) // 3}" for one in lat]
    alone = mapped(table, classes=["a", "b"], where=True, draws=199, cell="20km").systems[0].hot
    kept = mapped(table, classes=["a", "b"], where=True, draws=199, cell="20km", unit="fire").systems[0].hot
    assert alone.p <= 0.01 < kept.p
    assert alone.errors == kept.errors > 1.5 * kept.expected
    assert kept.units == 4
    assert kept.dispersion > 0


def test_each_place_alike_counts_a_pile_once():
    table = rows(("A", "urgent", 90, 45), ("B", "urgent", 10, 0))
    report = found(table, classes=["urgent", "other"])
    (alike,) = report.alike
    assert (alike.cells, alike.places) == ("at", 2)
    assert alike.measures[0].value == pytest.approx(0.75)


def test_each_cell_alike_in_cells_of_several_widths():
    rows_of = mapped(cell="30km").systems[0].alike
    assert [row.cells for row in rows_of] == ["5km", "10km", "25km", "30km", "50km", "100km"]
    assert [row.places for row in rows_of] == [3] * 6
    assert {round(row.measures[0].value, 9) for row in rows_of} == {round((0.86 + 0.9 + 0.89) / 3, 9)}


def test_cells_give_what_regions_give():
    by_cell, by_region = mapped().systems[0], found()
    assert sorted(of(by_cell, "error_ratio", "cell").values()) == pytest.approx(
        sorted(of(by_region, "error_ratio").values())
    )
    part = by_cell.parts("cell")[0]
    assert (part.lat, part.lon) == pytest.approx((10.0, 20.0), abs=0.15)


def test_cells_with_few_items_are_shown_as_one():
    table = on_map(rows(("A", "urgent", 40, 4), ("B", "urgent", 4, 2), ("C", "other", 3, 1)))
    result = mapped(table)
    parts = {part.values[0]: part for part in result.systems[0].parts("cell")}
    assert parts["(too few items)"].n == 7
    assert parts["(too few items)"].lat is None
    assert len(parts) == 2
    assert "23.0" not in str(result)
    assert any("shown as one" in note for note in result.systems[0].notes)


def test_items_without_a_place_are_a_row_of_their_own():
    table = on_map()
    blank = {**table, "lat": [None, *table["lat"][1:]]}
    report = mapped(blank).systems[0]
    assert {part.values[0]: part.n for part in report.parts("cell") if not part.known} == {"(missing)": 1}
    assert sum(part.expected for part in report.slices if part.known) == pytest.approx(
        sum(part.errors for part in report.slices if part.known)
    )
    assert any("have no place" in note for note in report.notes)


def test_rings_around_a_point_and_fifths_by_need_have_gaps():
    result = mapped(around=(10.0, 20.0), rings=[50, 340], replicates=100)
    names = [part.values[0] for part in result.systems[0].parts("ring")]
    assert names == ["000 to 050 km", "050 to 340 km"]
    assert result.systems[0].gap("accuracy", "ring").gap.n == 2
    need = {**PEOPLE, "need": [3, 1, 2, 9]}
    result = mercalli.places(WORKED, **{**QUICK, "replicates": 100}, region="at", people=need)
    fifths = {part.values[0]: part.n for part in result.systems[0].parts("need")}
    assert fifths == {"fifth 2": 100, "fifth 4": 200}
    assert "by fifth of the people by need".lower() in str(result).lower()
    assert any("No item comes from fifth 5" in note for note in result.systems[0].notes)


def test_gates_look_at_places_people_and_need():
    settings_of = {**QUICK, "replicates": 100, "people": {**PEOPLE, "need": [3, 1, 2, 9]}, "region": "at"}
    gates = ["slice:at.error_ratio<=1.13", "value_per_person(accuracy)>=0.9", "gap:need.accuracy<=0.5"]
    result = mercalli.places(WORKED, **settings_of, gates=gates)
    missed = {(gate.gate, gate.place) for gate in result.gates if not gate.passed}
    assert missed == {("slice:at.error_ratio<=1.13", "at=B"), ("value_per_person(accuracy)>=0.9", None)}


counts = st.lists(st.tuples(st.integers(1, 30), st.integers(0, 30)), min_size=6, max_size=6)


@given(counts)
@settings(max_examples=25, deadline=None)
def test_expected_errors_add_up_and_merged_places_add_up(numbers):
    parts = [
        (place, truth, items, min(errors, items))
        for (place, truth), (items, errors) in zip(
            [(place, truth) for place in "ABC" for truth in ("urgent", "other")], numbers, strict=True
        )
    ]
    apart = found(rows(*parts), classes=["urgent", "other"]).parts("at")
    merged = found(rows(*(("A" if each[0] == "B" else each[0], *each[1:]) for each in parts))).parts("at")
    assert sum(part.expected for part in apart) == pytest.approx(sum(part.errors for part in apart))
    assert merged[0].expected == pytest.approx(apart[0].expected + apart[1].expected)
    assert merged[0].errors == apart[0].errors + apart[1].errors


@given(st.permutations(["A", "B", "C"]), st.integers(0, 9))
@settings(max_examples=10, deadline=None)
def test_other_names_and_another_order_change_nothing(names, seed):
    new = dict(zip("ABC", names, strict=True))
    order = np.random.default_rng(seed).permutation(len(WORKED["at"]))
    table = {name: [values[at] for at in order] for name, values in WORKED.items()}
    table["at"] = [new[name] for name in table["at"]]
    other = of(found(table), "error_ratio")
    assert {name: other[new[name]] for name in new} == pytest.approx(of(found(), "error_ratio"))


ENGINES = {
    "arrays": lambda table: table,
    "pandas": pd.DataFrame,
    "polars": pl.DataFrame,
    "pyarrow": lambda table: pl.DataFrame(table).to_arrow(),
    "duckdb": lambda table: duckdb.from_df(pd.DataFrame(table)),
}


@pytest.mark.parametrize("engine", ENGINES)
def test_engines_agree(engine):
    result = mapped(
        ENGINES[engine](on_map()), around="10,20", rings="50,340", where=True, draws=99, replicates=100, urgent="urgent"
    )
    same = mapped(around="10,20", rings="50,340", where=True, draws=99, replicates=100, urgent="urgent")
    assert result.systems == same.systems


def test_a_file_gives_what_arrays_give(tmp_path):
    pd.DataFrame(on_map()).to_csv(tmp_path / "items.csv", index=False)
    assert mapped(str(tmp_path / "items.csv")).systems == mapped().systems
    table = on_map()
    alone = mercalli.places(
        truth=table["is"], pred=table["said"], lat=table["lat"], lon=table["lon"], metrics="accuracy", replicates=0
    )
    assert alone.systems[0].slices == mapped().systems[0].slices


BAD_POINTS = {
    "latitude": ({"lat": 91.0}, "no latitude.*swapped"),
    "longitude": ({"lon": 361.0}, "no longitude"),
    "metres": ({"lat": 3_766_000.0, "lon": 367_000.0}, "hold metres"),
    "decimal commas": ({"lat": "27,7172"}, "decimal point"),
    "degrees with minutes": ({"lat": "27°43'"}, "is not a number"),
    "nowhere": ({"lat": 0.0, "lon": 0.0}, "exactly 0, 0"),
}


@pytest.mark.parametrize("bad", BAD_POINTS)
@pytest.mark.parametrize("engine", ["arrays", "duckdb"])
def test_points_that_cannot_be_are_refused(bad, engine):
    change, says = BAD_POINTS[bad]
    table = on_map()
    text = any(isinstance(value, str) for value in change.values())
    for name, value in change.items():
        column = [str(each) for each in table[name]] if text else table[name]
        table[name] = [value, *column[1:]]
    with pytest.raises(InputError, match=re.compile(says, re.DOTALL)):
        mapped(ENGINES[engine](table))


def test_longitudes_up_to_360_are_taken_and_told():
    table = on_map()
    east = {**table, "lon": [lon - 100 for lon in table["lon"]]}
    west = {**table, "lon": [lon + 260 for lon in table["lon"]]}
    assert any("above 180 they are taken as west" in note for note in mapped(west).systems[0].notes)
    assert of(mapped(west).systems[0], "error_ratio", "cell") == of(mapped(east).systems[0], "error_ratio", "cell")


def test_many_items_at_one_point_are_told():
    assert any("lie at exactly 10, 20" in note for note in mapped().systems[0].notes)


def test_names_that_are_spelt_nearly_alike_are_told_and_can_be_one():
    table = {**WORKED, "at": [{"A": "Philipinnes", "B": "Phillipines", "C": "Cuba"}[name] for name in WORKED["at"]]}
    assert any("--same Philipinnes=Phillipines" in note for note in found(table).notes)
    one = found(table, same="Philipinnes=Phillipines")
    assert [part.values[0] for part in one.parts("at")] == ["Cuba", "Phillipines"]
    assert not any("spelt" in note for note in one.notes)


BAD_PEOPLE = {
    "no people": ({**PEOPLE, "people": [0, 9000, 2000, 3000]}, "above 0 where items come from; found 0"),
    "empty": ({**PEOPLE, "people": [None, 9000, 2000, 3000]}, "found nothing for the region 'A'"),
    "negative": ({**PEOPLE, "people": [10, 9000, 2000, -1]}, "found -1 for the region 'D'"),
    "no number": ({**PEOPLE, "people": ["many", "1", "2", "3"]}, "number"),
    "lacks a region": ({"region": ["A", "B"], "people": [1, 2]}, "1 region with items is not in .*'C'"),
    "repeats a region": ({"region": ["A", "B", "C", "A"], "people": [1, 2, 3, 4]}, "name the region 'A' twice"),
    "other columns": ({"place": ["A"], "people": [1]}, "must have the columns region and people"),
    "need": ({**PEOPLE, "need": [1, 2, None, 3]}, "'need' of .* found nothing"),
    "no name": ({**PEOPLE, "region": ["A", "B", "C", None]}, "is empty in a row"),
}


@pytest.mark.parametrize("bad", BAD_PEOPLE)
def test_people_that_cannot_be_are_refused(bad):
    people, says = BAD_PEOPLE[bad]
    with pytest.raises(InputError, match=says):
        found(people=people)


BAD_SETTINGS = [
    ({"region": None}, "none was named"),
    ({"lat": "is"}, "either regions or cells"),
    ({"rings": "5,10"}, "need a point"),
    ({"around": "5,10", "rings": "3"}, "need a point"),
    ({"draws": 0}, "draws"),
    ({"outline": "x.geojson"}, "map of cells"),
    ({"same": "A"}, "pairs of names"),
    ({"region": "where"}, "where"),
]


@pytest.mark.parametrize(("more", "says"), BAD_SETTINGS)
def test_settings_that_cannot_be_are_refused(more, says):
    with pytest.raises((InputError, SettingError, ColumnError), match=says):
        found(**more)


def test_cells_and_rings_that_cannot_be_are_refused():
    with pytest.raises(InputError, match="where a distance is needed"):
        mapped(cell="wide")
    with pytest.raises(InputError, match="where a point is needed"):
        mapped(around="10", rings="5")
    with pytest.raises(InputError, match="out of order"):
        mapped(around="10,20", rings="50,5")
    with pytest.raises(SettingError, match="known by region"):
        mapped(people=PEOPLE)


def test_too_many_places_and_no_place_at_all_are_refused():
    table = {"at": [str(at) for at in range(1001)], "is": ["a", "b", "a"] * 333 + ["a", "b"], "said": ["a"] * 1001}
    with pytest.raises(InputError, match="at most 1,000"):
        found(table)
    with pytest.raises(InputError, match="has a place"):
        mapped({**on_map(), "lat": [None] * 300})
    with pytest.raises(InputError, match="has a place"):
        found({**WORKED, "at": [None] * 300})


def test_cells_that_are_all_too_small_to_be_shown_are_refused():
    table = {"truth": ["a"] * 8, "pred": ["b"] * 8, "lat": [30.0 + at for at in range(8)], "lon": [10.0] * 8}
    with pytest.raises(InputError, match="No cell of 25km holds 5 of the 8 items or more"):
        mercalli.places(table, truth="truth", pred="pred", lat="lat", lon="lon", classes=["a", "b"])


def test_one_place_and_no_error_are_nothing_to_compare():
    table = {"truth": ["a", "b"] * 20, "pred": ["a", "b"] * 20, "one": ["x"] * 40, "two": ["x", "y"] * 20}
    one, two = (
        " ".join(str(mercalli.places(table, truth="truth", pred="pred", region=name, replicates=0)).split())
        for name in ("one", "two")
    )
    assert "lies in x: there are no places to compare" in one
    assert "No item with a place is wrong" in two


def test_places_around_180_degrees_are_drawn_side_by_side():
    lon = [179.3, 179.6, -179.6, -179.3] * 10
    table = {"truth": ["a", "b"] * 20, "pred": ["a"] * 40, "lat": [-17.0] * 40, "lon": lon}
    result = mercalli.places(table, truth="truth", pred="pred", lat="lat", lon="lon", replicates=0)
    assert any("both sides of the meridian of 180" in note for note in result["pred"].notes)
    across = [float(x) for x in re.findall(r'<circle cx="([0-9.]+)"', files_of(result)["map.svg"].decode())[:4]]
    assert max(across) - min(across) < 700
    assert len(set(across)) == 4


def test_cells_at_a_pole_lie_on_the_earth():
    table = {"truth": ["a", "b"] * 20, "pred": ["a"] * 40, "lat": [90.0, 89.6] * 20, "lon": [0.0] * 40}
    result = mercalli.places(table, truth="truth", pred="pred", lat="lat", lon="lon", replicates=0)
    assert max(part.lat for part in result["pred"].slices) == 90.0


def test_the_map_is_a_whole_drawing_without_anything_from_the_net():
    result = mapped(replicates=100, urgent="urgent", around="10,20", rings="50,340")
    files = files_of(result)
    drawing = ET.fromstring(files["map.svg"])  # noqa: S314 - our own
    boxes = [each for each in drawing.iter("{http://www.w3.org/2000/svg}rect") if each.get("stroke")]
    assert len(boxes) == 3 + 5 + 1
    assert float(drawing.get("width")) == 760
    for each in boxes:
        assert float(each.get("x")) >= 0
        assert float(each.get("x")) + float(each.get("width")) <= 760
        assert float(each.get("y")) + float(each.get("height")) <= float(drawing.get("height"))
    assert not re.search(r"(?:href|src|url)\s*=?\s*[\"(]?\s*http", files["map.svg"].decode())
    assert "data:image/svg+xml" in files["index.html"]
    assert {"funnel.png", "steps.png", "places.csv"} <= set(files)


def test_outlines_come_from_a_file_of_the_user():
    geopandas, shapely = pytest.importorskip("geopandas"), pytest.importorskip("shapely")
    land = geopandas.GeoDataFrame(geometry=[shapely.box(19.9, 9.9, 23.1, 13.1)], crs="EPSG:4326")
    result = mapped(outline=land)
    assert len(result.outlines) >= 1
    assert b"<polyline" in files_of(result)["map.svg"]
    sea = geopandas.GeoDataFrame(geometry=[shapely.box(9.9, 19.9, 13.1, 23.1)], crs="EPSG:4326")
    with pytest.raises(InputError, match="latitude and longitude are swapped"):
        mapped(outline=sea)
    with pytest.raises(SettingError, match="map of cells"):
        found(outline=land)


def test_several_systems_and_the_same_bytes_again():
    table = {**WORKED, "other": WORKED["is"]}
    asked = {**QUICK, "pred": ["said", "other"], "region": "at", "replicates": 100, "where": True, "draws": 19}
    result = mercalli.places(table, **asked)
    assert result["other"].hot is None
    assert "other: No item with a place is wrong" in str(result)
    assert to_json(result) == to_json(mercalli.places(table, **asked))
