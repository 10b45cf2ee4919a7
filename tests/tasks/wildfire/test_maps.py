"""Maps in the report: codes where they belong, north up, and the same bytes for the same result."""

from io import BytesIO

import geopandas
import numpy as np
import pytest
from PIL import Image
from rasterio import Affine
from shapely.geometry import box

from mercalli import burn_severity, fire_perimeter, from_json, structure_loss, to_json
from mercalli.tasks.wildfire.cells import unpacked
from mercalli.tasks.wildfire.figures import nice_length
from mercalli.telling.kinds import files_of
from tests.tasks.wildfire.maps import tiff
from tests.tasks.wildfire.test_structures import forecast, inspections

CORNERS = np.array([[4, 4, 1], [1, 1, 0]], np.uint8)
SAID = np.array([[4, 1, 4], [1, 1, 1]], np.uint8)


def codes(report):
    return unpacked(report.map.cells, "u1").reshape(report.map.rows, report.map.columns).tolist()


def test_a_map_says_what_became_of_each_cell():
    report = burn_severity(CORNERS, SAID, replicates=0).systems[0]
    assert codes(report) == [[3, 2, 1], [0, 0, 4]]


def test_a_map_whose_rows_run_from_the_south_is_turned_north_up(tmp_path):
    upwards = Affine(30, 0, 500_000, 0, 30, 4_000_000)
    first, second = (tiff(tmp_path / f"{at}.tif", each, transform=upwards) for at, each in enumerate((CORNERS, SAID)))
    assert codes(burn_severity(first, second, replicates=0).systems[0]) == [[0, 0, 4], [3, 2, 1]]


def test_a_large_map_is_drawn_small():
    values = np.full((1000, 700), 4, np.uint8)
    found = burn_severity(values, values, replicates=0).systems[0].map
    assert (found.step, found.rows, found.columns) == (3, 333, 233)


def results():
    one, two = (geopandas.GeoDataFrame(geometry=[box(-120, 38, right, 38.1)], crs=4326) for right in (-119.9, -119.8))
    seen = inspections(30)
    return {
        "severity": burn_severity(CORNERS, {"a": SAID, "b": CORNERS}, model_missing=0, replicates=0),
        "structures": structure_loss(seen, forecast(seen), replicates=0),
        "perimeter": fire_perimeter(one, two),
    }


@pytest.mark.parametrize("kind", ["severity", "structures", "perimeter"])
def test_a_picture_is_made_again_to_the_byte_from_the_result_alone(kind):
    result = results()[kind]
    first, again = files_of(result), files_of(from_json(to_json(result)))
    assert first == again
    assert first["map.png"].startswith(b"\x89PNG")
    assert "](map.png)" in first["report.md"]


def test_cells_of_neighbouring_strips_have_no_edge_between_them(tmp_path):
    cells = np.ones((700, 40), np.uint8)
    path = tiff(tmp_path / "tall.tif", cells)
    outline = fire_perimeter(path, path).systems[0].steps[0].observed
    assert len(outline) == 1


@pytest.mark.parametrize(("wanted", "length"), [(1.0, 1.0), (9.99, 5.0), (250.0, 200.0)])
def test_a_scale_is_round(wanted, length):
    assert nice_length(wanted) == length


def test_a_map_that_is_turned_is_drawn_north_up(tmp_path):
    on_its_side = Affine(0, 30, 500_000, 30, 0, 4_000_000)  # rows go east, columns north
    first, second = (
        tiff(tmp_path / f"{at}.tif", each, transform=on_its_side) for at, each in enumerate((CORNERS, SAID))
    )
    shown = burn_severity(first, second, replicates=0).systems[0]
    assert codes(shown) == [[1, 4], [2, 0], [3, 0]]
    assert (shown.map.across_m, shown.map.down_m) == pytest.approx((30, 30), rel=1e-2)


def test_a_projection_in_which_north_is_not_up_is_turned(tmp_path):
    """In Albers' projection of the United States, north is 14 degrees off in California."""
    values = np.ones((100, 100), np.uint8)
    path = tiff(tmp_path / "a.tif", values, crs="EPSG:5070", transform=Affine(30, 0, -2_000_000, 0, -30, 2_000_000))
    shown = np.array(codes(burn_severity(path, path, replicates=0).systems[0]))
    assert (shown == 4).any()
    left = np.flatnonzero((shown == 0).any(axis=0))[0]
    lowest = np.flatnonzero((shown == 0).any(axis=1))[-1]
    down, across = lowest - np.flatnonzero(shown[:, left] == 0).mean(), np.flatnonzero(shown[lowest] == 0).mean() - left
    assert np.degrees(np.arctan2(across, down)) == pytest.approx(14.5, abs=2)


def test_scale_and_arrow_lie_on_nothing():
    block = geopandas.GeoDataFrame(geometry=[box(-120, 38, -119.9, 38.1)], crs=4326)
    picture = np.asarray(Image.open(BytesIO(files_of(fire_perimeter(block, block))["map.png"])).convert("RGB"))
    frame = np.flatnonzero((picture < 0xE0).all(axis=2).mean(axis=1) > 0.8)
    ink = np.flatnonzero((picture == 0x1A).all(axis=2).any(axis=1))
    assert (ink > frame.max()).sum() > 20
    assert not ((ink > frame.min()) & (ink < frame.max())).any()


def test_a_page_says_which_models_are_not_on_its_map():
    eight = files_of(burn_severity(CORNERS, {f"m{at}": SAID for at in range(8)}, replicates=0))
    assert "north up; of 8 models the first 6" in eight["report.md"]
    assert "of 6 models" not in files_of(burn_severity(CORNERS, {"m": SAID}, replicates=0))["report.md"]


def test_one_structure_stands_in_the_middle_of_its_map():
    one = {"id": [1], "damage": [1], "lat": [34.0], "lon": [-118.0]}
    drawn = np.asarray(
        Image.open(BytesIO(files_of(structure_loss(one, one, pred="damage", replicates=0))["map.png"])).convert("RGB")
    )
    rows, columns = np.nonzero((drawn == (10, 75, 120)).all(axis=-1))
    dot = (columns > drawn.shape[1] * 0.4) & (columns < drawn.shape[1] * 0.6) & (rows < drawn.shape[0] * 0.6)
    assert dot.any()
    assert not (rows[~dot] < drawn.shape[0] * 0.9).any()
