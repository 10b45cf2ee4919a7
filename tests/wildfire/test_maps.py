"""Maps in the report: codes where they belong, north up, and the same bytes for the same result."""

import geopandas
import numpy as np
import pytest
from rasterio import Affine
from shapely.geometry import box

from mercalli import burn_severity, fire_perimeter, from_json, structure_loss, to_json
from mercalli.reports.any_folder import folder_files
from mercalli.reports.fire_maps import nice_length, unpacked
from tests.wildfire.maps import tiff
from tests.wildfire.test_structures import forecast, inspections

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
    first, again = folder_files(result), folder_files(from_json(to_json(result)))
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
