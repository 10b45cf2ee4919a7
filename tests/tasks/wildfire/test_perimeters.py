"""Perimeters: areas against shapely, distances against brute force, and FireBench's indices."""

import warnings

import geopandas
import numpy as np
import pytest
from firebench.metrics.perimeter.shape_index import jaccard_polygon, sorensen_dice_polygon
from shapely.affinity import translate
from shapely.geometry import LineString, MultiPolygon, Polygon, box

import mercalli
from mercalli import fire_perimeter
from mercalli.errors import MapError, MercalliError
from mercalli.tasks.wildfire.errors import PerimeterError
from mercalli.telling.kinds import files_of
from tests.tasks.wildfire.maps import tiff

ALBERS = "EPSG:5070"
FEET = "+proj=aea +lat_0=23 +lon_0=-96 +lat_1=29.5 +lat_2=45.5 +datum=NAD83 +units=us-ft +no_defs"
MIDDLE = (-2_000_000, 2_000_000)  # in California


def frame(*shapes, crs=ALBERS, **columns):
    return geopandas.GeoDataFrame(columns, geometry=[translate(shape, *MIDDLE) for shape in shapes], crs=crs)


def square(left, bottom, side=1000):
    return box(left, bottom, left + side, bottom + side)


def step(observed, model, **settings):
    return fire_perimeter(observed, model, **{"crs": ALBERS, **settings}).systems[0].steps[-1]


def values(found):
    return {each.name: each.value for each in found}


def test_areas_are_those_of_shapely():
    found = values(step(frame(square(0, 0)), frame(square(500, 0))).quantities)
    assert found["jaccard"] == pytest.approx(1 / 3)
    assert found["dice"] == pytest.approx(1 / 2)
    assert (found["observed_ha"], found["over_ha"], found["under_ha"]) == pytest.approx((100, 50, 50))
    assert found["area_bias"] == pytest.approx(1)


def blob(seed):
    """A wobbly outline."""
    rng = np.random.default_rng(seed)
    angle = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    radius = 2000 + 500 * np.sin(3 * angle + seed) + rng.normal(0, 50, 60)
    return Polygon(np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=-1))


@pytest.mark.parametrize("seed", range(5))
def test_indices_are_those_of_firebench_where_polygons_do_not_overlap(seed):
    one, two = frame(blob(seed)), frame(blob(seed + 10))
    found = values(step(one, two).quantities)
    assert found["jaccard"] == pytest.approx(jaccard_polygon(one, two), rel=1e-9)
    assert found["dice"] == pytest.approx(sorensen_dice_polygon(one, two), rel=1e-9)


def test_overlapping_polygons_count_once():
    twice, half = frame(square(0, 0), square(0, 0)), frame(box(0, 0, 500, 1000))
    found = values(step(twice, half).quantities)
    assert (found["dice"], found["observed_ha"]) == pytest.approx((2 / 3, 100))
    assert sorensen_dice_polygon(twice, half) == pytest.approx(0.8)


def test_two_empty_perimeters_are_undefined():
    empty = frame(Polygon())
    found = step(empty, empty)
    assert found.quantity("jaccard").value is None
    assert "neither" in found.quantity("jaccard").undefined


def test_an_empty_model_has_no_overlap_and_no_distance():
    found = step(frame(square(0, 0)), frame(Polygon()))
    assert found.quantity("jaccard").value == 0
    assert found.quantity("hausdorff_m").value is None


@pytest.mark.parametrize("seed", range(3))
def test_the_largest_distance_is_that_of_shapely(seed):
    one, two = blob(seed), translate(blob(seed + 3), 700, -200)
    expected = one.boundary.segmentize(5).hausdorff_distance(two.boundary.segmentize(5))
    assert step(frame(one), frame(two)).quantity("hausdorff_m").value == pytest.approx(expected, abs=5)


def test_a_square_within_a_square_is_as_far_from_it_all_around():
    found = values(step(frame(square(0, 0, 1000)), frame(square(100, 100, 800))).quantities)
    assert found["boundary_mean_m"] == pytest.approx(100, abs=3)
    assert found["hausdorff_m"] == pytest.approx(100 * 2**0.5, abs=2)


def test_boundary_distances_do_not_depend_on_how_finely_an_edge_is_drawn():
    one, two = square(0, 0), box(0, 0, 1000, 1300)
    finer = Polygon([*((x / 100, 0) for x in range(100_000)), (1000, 0), (1000, 1000), (0, 1000)])
    coarse, fine = (values(step(frame(each), frame(two)).quantities) for each in (one, finer))
    for name in ("boundary_mean_m", "boundary_p95_m", "hausdorff_m"):
        assert fine[name] == pytest.approx(coarse[name], abs=1e-6)
    there, back = (300**2 + 300 * 400) / 4000, (300 * 1000 + 2 * 300 * 150) / 4600
    assert coarse["boundary_mean_m"] == pytest.approx((there + back) / 2, rel=1e-3)


def test_an_edge_is_no_way_from_itself():
    found = values(step(frame(blob(1)), frame(blob(1).segmentize(17))).quantities)
    assert found["boundary_p95_m"] == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(("move", "bearing"), [((0, 1), 0), ((1, 0), 90), ((0, -1), 180), ((-1, 0), 270)])
def test_the_bearing_is_clockwise_from_north(move, bearing):
    here = box(-120, 38, -119.99, 38.01)
    one, two = (
        geopandas.GeoDataFrame(geometry=[each], crs=4326) for each in (here, translate(here, *move * np.array(0.01)))
    )
    for crs in (ALBERS, None):
        found = step(one, two, crs=crs).quantity("centroid_bearing").value
        assert (found - bearing + 180) % 360 == pytest.approx(180, abs=0.05)


def test_a_bowtie_is_repaired_and_said():
    bowtie = Polygon([(0, 0), (1000, 1000), (1000, 0), (0, 1000)])
    report = fire_perimeter(frame(bowtie), frame(square(0, 0)), crs=ALBERS).systems[0]
    assert values(report.steps[0].quantities)["observed_ha"] == pytest.approx(50)
    assert "1 invalid polygons of the observed perimeter were repaired." in report.notes


def test_a_projection_around_the_fire_gives_the_same_areas():
    one, two = frame(blob(1)), frame(blob(2))
    local, albers = (values(step(one, two, crs=crs).quantities) for crs in (None, ALBERS))
    assert local["observed_ha"] == pytest.approx(albers["observed_ha"], rel=1e-5)
    assert local["jaccard"] == pytest.approx(albers["jaccard"], abs=1e-5)


def test_times_are_steps_and_growth_counts_from_the_observed_step_before():
    seen = frame(square(0, 0), box(0, 0, 2000, 1000), day=["1", "2"])
    said = frame(square(0, 0), box(0, 0, 1500, 1000), day=["1", "2"])
    steps = fire_perimeter(seen, said, crs=ALBERS, time="day").systems[0].steps
    assert [each.time for each in steps] == ["1", "2"]
    assert steps[0].growth == ()
    assert values(steps[1].quantities)["jaccard"] == pytest.approx(0.75)
    assert values(steps[1].growth)["jaccard"] == pytest.approx(0.5)


@pytest.mark.parametrize("days", [[10, 9], ["10", "9"], ["day 10", "day 9"], [10.0, 9.0]])
def test_steps_come_in_the_order_of_time(days):
    fire = frame(box(0, 0, 2000, 1000), square(0, 0), day=days)
    steps = fire_perimeter(fire, fire, crs=ALBERS, time="day").systems[0].steps
    assert [each.time for each in steps] == [f"{days[1]}".removesuffix(".0"), f"{days[0]}".removesuffix(".0")]
    assert values(steps[1].growth)["observed_ha"] == pytest.approx(100)


def test_whole_numbers_are_the_same_times_however_they_are_stored():
    seen, said = frame(square(0, 0), day=[1]), frame(square(0, 0), day=[1.0])
    assert step(seen, said, time="day").quantity("jaccard").value == 1


@pytest.mark.parametrize("missing", [None, np.nan, " "])
def test_a_polygon_without_a_time_is_refused(missing):
    with pytest.raises(PerimeterError, match="1 polygon has none"):
        fire_perimeter(
            frame(square(0, 0), square(0, 0), day=["1", missing]), frame(square(0, 0), day=["1"]), time="day"
        )


def test_slivers_of_projecting_are_no_growth():
    corner, more = box(0, 0, 30_000, 40_000), box(0, 0, 60_000, 40_000)
    cut = corner.union(box(30_000, 0, 30_001, 1)).difference(box(30_000, 0, 30_001, 1))  # another corner on its edge
    finer = corner.segmentize(7_000)
    for day in (corner, finer, cut):
        fire = frame(corner, day, more, day=[1, 2, 3])
        steps = fire_perimeter(fire, fire, time="day").systems[0].steps
        assert steps[1].growth[0].undefined == "neither perimeter grew"
        assert values(steps[1].growth)["observed_ha"] == 0
        assert values(steps[2].growth)["jaccard"] == pytest.approx(1)


@pytest.mark.parametrize("seed", range(5))
def test_an_index_never_exceeds_one(seed):
    fire = frame(blob(seed), blob(seed + 20).buffer(0), day=[1, 2])
    for each in fire_perimeter(fire, fire, time="day").systems[0].steps:
        assert all(
            value is None or value <= 1 for name, value in values(each.growth).items() if name in ("jaccard", "dice")
        )


def test_growth_may_count_from_a_perimeter_before():
    found = step(frame(box(0, 0, 2000, 1000)), frame(box(0, 0, 1500, 1000)), before=frame(square(0, 0)))
    assert values(found.growth)["observed_ha"] == pytest.approx(100)


def test_a_map_of_cells_may_be_the_perimeter_before(tmp_path):
    cells = np.zeros((20, 20), np.uint8)
    cells[:10, :10] = 1
    before = tiff(tmp_path / "before.tif", cells)
    cells[:10] = 1
    after = tiff(tmp_path / "after.tif", cells)
    result = fire_perimeter(after, after, before=before)
    growth = values(result.systems[0].steps[0].growth)
    assert (growth["observed_ha"], growth["jaccard"]) == pytest.approx((9, 1), rel=1e-3)
    assert result.provenance.roles["before"] == "before.tif"


def test_a_map_of_cells_gives_its_outline(tmp_path):
    cells = np.zeros((600, 30), np.uint8)
    cells[100:500, 5:20] = 1
    path = tiff(tmp_path / "burned.tif", cells)
    found = values(fire_perimeter(path, path, crs=None).systems[0].steps[0].quantities)
    assert found["jaccard"] == pytest.approx(1)
    assert found["observed_ha"] == pytest.approx(400 * 15 * 0.09, rel=1e-3)


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        (np.array([[0.0, 0.3], [0.9, 1.0]]), "such as 0.3 .* `threshold`"),
        (np.array([[0, 255], [255, 0]], np.uint8), "the code '255'"),
        (np.array([[0, 1], [3, 4]], np.uint8), "codes '3', '4'"),
    ],
)
def test_a_map_that_does_not_say_what_burned_is_refused(cells, words, tmp_path):
    with pytest.raises(PerimeterError, match=words):
        fire_perimeter(tiff(tmp_path / "cells.tif", cells), frame(square(0, 0)))


def test_codes_that_mean_burned_and_thresholds_say_what_burned(tmp_path):
    classes = tiff(tmp_path / "classes.tif", np.array([[0, 3], [4, 0]], np.uint8))
    chances = tiff(tmp_path / "chances.tif", np.array([[0.1, 0.6], [0.5, np.nan]]))
    found = fire_perimeter(classes, classes, burned=(3, 4)), fire_perimeter(chances, chances, threshold=0.5)
    areas = [values(each.systems[0].steps[0].quantities)["observed_ha"] for each in found]
    assert areas == pytest.approx([0.18, 0.18], rel=1e-3)


@pytest.mark.parametrize("ending", ["gpkg", "geojson", "shp", "parquet", "fgb"])
def test_every_kind_of_file_gives_the_same(ending, tmp_path):
    made = frame(blob(1))
    path = str(tmp_path / f"fire.{ending}")
    made.to_parquet(path) if ending == "parquet" else made.to_crs(4326 if ending == "geojson" else ALBERS).to_file(path)
    assert step(path, frame(blob(1))).quantity("jaccard").value == pytest.approx(1, abs=1e-6)


def test_polygons_without_a_coordinate_system_are_refused(tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        frame(square(0, 0), crs=None).to_file(tmp_path / "nowhere.gpkg")
    with pytest.raises(MapError, match="no coordinate reference system"):
        fire_perimeter(str(tmp_path / "nowhere.gpkg"), frame(square(0, 0)))


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"crs": "EPSG:3857"}, "not an equal-area projection"),
        ({"crs": "mercator"}, "EPSG:5070"),
        ({"time": "hour"}, "hour"),
        ({"crs": FEET}, "US survey foot"),
    ],
)
def test_settings_that_cannot_be_are_refused(settings, words):
    with pytest.raises(MercalliError, match=words):
        fire_perimeter(frame(square(0, 0)), frame(square(0, 0)), **settings)


@pytest.mark.parametrize("crs", [None, ALBERS])
@pytest.mark.parametrize("which", [0, 1])
def test_metres_that_were_declared_as_degrees_are_refused(which, crs):
    given = [frame(square(0, 0)), frame(square(0, 0))]
    given[which] = given[which].set_crs(4326, allow_override=True)
    with pytest.raises(MapError, match="EPSG:4326"):
        fire_perimeter(*given, crs=crs)


@pytest.mark.parametrize("crs", [None, ALBERS])
def test_a_perimeter_that_has_no_place_in_the_projection_is_refused(crs):
    far, here = geopandas.GeoDataFrame(geometry=[box(1e9, 1e9, 2e9, 2e9)], crs="EPSG:32611"), frame(square(0, 0))
    for given in ((here, far), (far, here)):
        with pytest.raises(MapError, match="EPSG:32611"):
            fire_perimeter(*given, crs=crs)


def test_lines_are_refused():
    with pytest.raises(MapError, match="LineString"):
        fire_perimeter(frame(LineString([(0, 0), (1, 1)])), frame(square(0, 0)))


def test_times_that_never_meet_are_refused():
    with pytest.raises(MapError, match="no time in common"):
        fire_perimeter(frame(square(0, 0), day=["1"]), frame(square(0, 0), day=["2"]), time="day")


def test_a_map_that_does_not_say_where_it_lies_is_refused(tmp_path):
    np.save(tmp_path / "cells.npy", np.ones((3, 3)))
    with pytest.raises(MapError, match="no coordinate reference system"):
        fire_perimeter(str(tmp_path / "cells.npy"), frame(square(0, 0)))


def test_a_result_is_sealed_and_comes_back():
    islands = MultiPolygon([square(0, 0), square(3000, 0)])
    result = fire_perimeter(frame(islands), {"a": frame(square(0, 0)), "b": frame(blob(1))})
    assert mercalli.from_json(mercalli.to_json(result)) == result
    assert result["a"].kpis[0].name == "Jaccard Index"


def test_a_sliver_along_real_growth_is_no_growth():
    thin = frame(square(0, 0).union(square(1000, 0)).union(box(0, 1000, 1000, 1000.4)))
    growth = step(thin, frame(square(0, 0)), before=frame(square(0, 0))).growth
    assert values(growth)["observed_ha"] == pytest.approx(100, abs=1e-4)


def daily(sizes):
    """A fire that grows to the east, day by day."""
    return frame(*(box(0, 0, size, 1000) for size in sizes), day=list(range(len(sizes))))


def test_growth_of_all_steps_has_an_interval_over_steps():
    seen, said = daily([1000, 2000, 3000, 4000]), daily([1000, 1500, 4000, 4500])
    found = fire_perimeter(seen, said, crs=ALBERS, time="day").systems[0]
    jaccard = found.growth[0]
    assert 0 <= jaccard.low < jaccard.value < jaccard.high <= 1
    assert "only 3 steps: this applies to other steps only if they are like these" in found.notes[-1]


def test_two_steps_of_growth_do_not_tell_how_steps_vary():
    found = fire_perimeter(daily([1000, 2000, 3000]), daily([1000, 1500, 4000]), crs=ALBERS, time="day").systems[0]
    jaccard = found.growth[0]
    assert jaccard.value == pytest.approx((50 + 100) / (100 + 200))
    assert (jaccard.low, jaccard.high) == (None, None)
    assert "Only 2 steps with growth" in found.notes[-1]


def test_one_pair_of_outlines_has_no_interval_and_says_why():
    found = fire_perimeter(frame(square(0, 0)), frame(square(500, 0)), crs=ALBERS).systems[0]
    assert found.growth == ()
    assert "no intervals: one pair of outlines" in found.notes[-1]
    assert fire_perimeter(frame(square(0, 0)), frame(square(0, 0)), crs=ALBERS, replicates=0).systems[0].notes == ()


def test_small_areas_and_distances_keep_their_digits():
    text = str(fire_perimeter(frame(square(0, 0, 20)), frame(square(0.25, 0, 20)), crs=ALBERS))
    assert "0.0400 ha" in text
    assert "0.25 m" in text


def test_every_number_of_the_growth_of_all_steps_is_in_the_table():
    result = fire_perimeter(daily([1000, 2000, 3000]), daily([1000, 1500, 4000]), crs=ALBERS, time="day")
    files = files_of(result)
    last = files["steps.csv"].splitlines()[-1]
    assert last == "model,,,area_bias,1.25,,,,0,,,,,,,growth of all steps"
    assert "Growth of all steps" in files["report.md"]
    assert mercalli.from_json(mercalli.to_json(result)) == result


def test_infinite_numbers_are_neither_burned_nor_not(tmp_path):
    values = np.array([[0.2, np.inf], [0.9, 0.1]])
    with pytest.raises(PerimeterError, match="infinite numbers"):
        fire_perimeter(tiff(tmp_path / "a.tif", values), tiff(tmp_path / "a.tif", values), threshold=0.5)
