"""Burn severity from files: alignment, what counts, areas, intervals."""

import json

import geopandas
import h5py
import hdf5plugin
import numpy as np
import pytest
import xarray
from pyproj import Geod
from rasterio import Affine
from rasterio.transform import from_origin
from shapely.geometry import Polygon, box

import mercalli
from mercalli import burn_severity, fire_field
from mercalli.errors import ExtraError, FileError, MapError, MercalliError
from mercalli.inputs.grid import Grid
from mercalli.io.maps.geo import library
from mercalli.stats.tiles import TileCounts
from mercalli.telling.kinds import files_of
from tests.tasks.wildfire.maps import UTM, severity, tiff, wrong


@pytest.fixture
def observed(tmp_path):
    values = severity()
    values[:2], values[2] = 0, 6
    return tiff(tmp_path / "observed.tif", values)


@pytest.fixture
def model(tmp_path):
    return tiff(tmp_path / "model.tif", wrong(severity()))


def brute(truth, pred, known):
    """Counts by looking at every cell."""
    pairs = list(zip((truth & known).ravel(), (pred & known).ravel(), known.ravel(), strict=True))
    return tuple(sum(a == t and b == p and k for a, b, k in pairs) for t, p in ((1, 1), (0, 1), (1, 0), (0, 0)))


def counts(system):
    return system.counts.tp, system.counts.fp, system.counts.fn, system.counts.tn


def test_cells_that_nobody_observed_are_left_out_of_both_maps_at_once(observed, model):
    system = burn_severity(observed, model, replicates=0).systems[0]
    truth, known = severity(), np.ones((40, 60), bool)
    known[:3] = False
    assert counts(system) == brute(truth == 4, wrong(truth) == 4, known)
    assert [(each.reason, each.n) for each in system.excluded] == [("not observed (code 0, 6)", 180)]


@pytest.mark.parametrize("tile", [1, 7, 128, 1000])
def test_tiles_of_any_size_hold_the_same_cells(observed, model, tile):
    found, expected = (burn_severity(observed, model, tile=side, replicates=0).systems[0] for side in (tile, 16))
    assert (found.counts, found.areas) == (expected.counts, expected.areas)


def test_a_tile_may_be_higher_than_a_byte_can_count():
    values = np.full((600, 3), 4, np.uint8)
    assert burn_severity(values, values, tile=600, replicates=0).systems[0].counts.tp == 1800


def test_areas_are_cells_times_their_size(observed, model):
    system = burn_severity(observed, model, replicates=0).systems[0]
    assert system.areas.hit_ha == pytest.approx(system.counts.tp * 0.09)
    assert system.areas.rest_ha == pytest.approx(system.counts.tn * 0.09)


def test_cells_in_degrees_have_the_area_of_the_ellipsoid():
    grid = Grid((3, 4), (0.01, 0.0, -105.0, 0.0, -0.01, 40.0), "WGS 84", None)
    corners = [-105, -104.99, -104.99, -105], [40, 40, 39.99, 39.99]
    expected = abs(Geod(ellps="WGS84").polygon_area_perimeter(*corners)[0]) / 10_000
    assert grid.area_ha()[0] == pytest.approx(expected, rel=1e-6)


def test_areas_of_rows_of_unequal_size_are_exact(tmp_path):
    where = {"crs": "EPSG:4326", "transform": from_origin(-105, 60, 0.1, 0.1)}
    values = np.full((200, 5), 4, np.uint8)
    path = tiff(tmp_path / "tall.tif", values, **where)
    system = burn_severity(path, path, replicates=0).systems[0]
    rows = Grid((200, 5), tuple(where["transform"])[:6], "WGS 84").area_ha()
    assert system.areas.hit_ha == pytest.approx(5 * rows.sum(), rel=1e-9)


def test_declared_nodata_of_either_map_is_not_counted(tmp_path):
    truth, pred = severity(), wrong(severity())
    truth[0], pred[1] = 255, 200
    first = tiff(tmp_path / "a.tif", truth, nodata=255)
    second = tiff(tmp_path / "b.tif", pred, nodata=200)
    excluded = burn_severity(first, second, replicates=0).systems[0].excluded
    assert [(each.reason, each.n) for each in excluded] == [
        ("no data in the observation", 60),
        ("no data in the model", 60),
    ]


def test_nan_in_a_map_of_floats_is_not_burnt(tmp_path):
    values = severity().astype(np.float32)
    values[0] = np.nan
    path = tiff(tmp_path / "nan.tif", values)
    assert burn_severity(path, path, replicates=0).systems[0].n == 39 * 60


def test_codes_of_the_model_that_mean_no_data_elsewhere_count_and_are_told(observed, tmp_path):
    pred = wrong(severity())
    pred[10] = 0
    path = tiff(tmp_path / "zero.tif", pred)
    counted, left_out = (burn_severity(observed, path, model_missing=codes, replicates=0) for codes in ((), 0))
    assert counted.systems[0].n - left_out.systems[0].n == 60
    assert any("60 cells that count" in note for note in counted.systems[0].notes)


def test_only_cells_inside_the_domain_count(observed, model, tmp_path):
    left, top = 500_000, 4_300_000
    frame = geopandas.GeoDataFrame(geometry=[box(left, top - 600, left + 300, top)], crs=UTM)
    frame.to_crs("EPSG:4326").to_file(tmp_path / "domain.gpkg")
    system = burn_severity(observed, model, domain=str(tmp_path / "domain.gpkg"), replicates=0).systems[0]
    assert (system.n, system.excluded[0].reason) == (17 * 10, "outside the domain")


@pytest.mark.parametrize("shapes", [[], [Polygon()]])
def test_nothing_is_inside_an_empty_domain(shapes, observed, model):
    with pytest.raises(MapError, match=r"outside the domain: 2,400"):
        burn_severity(observed, model, domain=geopandas.GeoDataFrame(geometry=shapes, crs=UTM), replicates=0)


REFUSED = {
    "shifted": (lambda path, values: tiff(path, values, transform=from_origin(500_015, 4_300_000, 30, 30)), "shifted"),
    "transposed": (lambda path, values: tiff(path, values.T.copy()), "turned on its side"),
    "other cells": (
        lambda path, values: tiff(path, values, transform=from_origin(500_000, 4_300_000, 20, 20)),
        "cells",
    ),
    "other system": (lambda path, values: tiff(path, values, crs="EPSG:26911"), "EPSG:26911"),
    "far away": (
        lambda path, values: tiff(path, values, transform=from_origin(100_000, 4_300_000, 30, 30)),
        "do not overlap",
    ),
    "no place": (lambda path, values: tiff(path, values, crs=None), "none"),
}


@pytest.mark.filterwarnings("ignore::rasterio.errors.NotGeoreferencedWarning")
@pytest.mark.parametrize("situation", REFUSED)
def test_maps_that_do_not_lie_on_each_other_are_refused(situation, observed, tmp_path):
    make, words = REFUSED[situation]
    path = make(tmp_path / "other.tif", wrong(severity()))
    with pytest.raises(MapError, match=words):
        burn_severity(observed, path)


def test_a_model_on_a_finer_grid_is_aligned_when_asked_and_told(observed, tmp_path):
    fine = np.kron(wrong(severity()), np.ones((2, 2), np.uint8))
    path = tiff(tmp_path / "fine.tif", fine, transform=from_origin(500_000, 4_300_000, 15, 15))
    plain = tiff(tmp_path / "plain.tif", wrong(severity()))
    expected = burn_severity(observed, plain, replicates=0).systems[0].counts
    for align in ("nearest", "mode"):
        system = burn_severity(observed, path, align=align, replicates=0).systems[0]
        assert system.counts == expected
        assert f"by {align}" in system.notes[0]


def test_cells_beyond_an_aligned_model_have_no_data(observed, tmp_path):
    path = tiff(tmp_path / "half.tif", wrong(severity())[:, :30].copy())
    system = burn_severity(observed, path, align="nearest", replicates=0).systems[0]
    assert system.n == 37 * 30
    assert system.excluded[-1].reason == "no data in the model"


def test_a_file_of_firebench_reads_as_the_same_map(observed, tmp_path):
    pred = wrong(severity())
    with h5py.File(tmp_path / "model.h5", "w") as file:
        group = file.create_group("spatial_2d/Caldor_MTBS")
        group.attrs["crs"] = UTM
        group.create_dataset("fire_burn_severity", data=pred, **hdf5plugin.Zstd(clevel=3))
        columns, rows = np.meshgrid(np.arange(60), np.arange(40))
        group["position_lon"] = 500_015 + 30.0 * columns
        group["position_lat"] = 4_299_985 - 30.0 * rows
    plain = tiff(tmp_path / "plain.tif", pred)
    found, expected = (
        burn_severity(observed, str(path), replicates=0).systems[0].counts for path in (tmp_path / "model.h5", plain)
    )
    assert found == expected


def test_a_netcdf_with_coordinates_of_rows_and_columns_reads_as_the_same_map(observed, model, tmp_path):
    coordinates = {"y": 4_299_985 - 30.0 * np.arange(40), "x": 500_015 + 30.0 * np.arange(60)}
    field = xarray.DataArray(wrong(severity()), coordinates, ("y", "x"), "severity", {"crs": UTM})
    field.to_dataset().to_netcdf(tmp_path / "model.nc", engine="h5netcdf")
    found, expected = (
        burn_severity(observed, path, replicates=0).systems[0].counts for path in (str(tmp_path / "model.nc"), model)
    )
    assert found == expected


def test_numpy_files_are_compared_by_their_shape(tmp_path):
    np.save(tmp_path / "a.npy", severity())
    np.save(tmp_path / "b.npy", wrong(severity()))
    system = burn_severity(str(tmp_path / "a.npy"), str(tmp_path / "b.npy"), replicates=0).systems[0]
    assert (system.n, system.areas) == (2400, None)


def test_a_map_without_anything_to_count_is_refused(tmp_path):
    path = tiff(tmp_path / "empty.tif", np.zeros((4, 4), np.uint8))
    with pytest.raises(MapError, match=r"not observed \(code 0, 6\): 16"):
        burn_severity(path, path)


def test_a_truncated_tiff_is_said_to_be_damaged(tmp_path):
    rng = np.random.default_rng(0)
    path = tmp_path / "cut.tif"
    whole = tiff(tmp_path / "whole.tif", rng.integers(1, 5, (400, 400), np.uint8), tiled=True, compress="deflate")
    path.write_bytes((tmp_path / "whole.tif").read_bytes()[:20_000])
    with pytest.raises(FileError, match=r"cut\.tif"):
        burn_severity(whole, str(path))


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"high": 0}, "both high"),
        ({"align": "cubic"}, "nearest"),
        ({"tile": 0}, "tile"),
        ({"like": "sklearn"}, "firebench"),
    ],
)
def test_settings_that_cannot_be_are_refused(settings, words, observed, model):
    with pytest.raises(MercalliError, match=words):
        burn_severity(observed, model, **settings)


def test_a_result_is_sealed_and_comes_back(observed, model):
    result = burn_severity(observed, {"a": model, "b": observed}, model_missing=(0, 6), tile=8, replicates=200)
    assert mercalli.from_json(mercalli.to_json(result)) == result
    assert result["b"].measure("f1").value == 1.0


def test_intervals_come_from_tiles_and_hold_the_value(observed, model):
    measure = burn_severity(observed, model, tile=8, replicates=500).systems[0].measure("f1")
    assert measure.method == "t over units left out in turn"
    assert measure.low < measure.value < measure.high


def test_intervals_over_tiles_are_wider_than_over_cells_where_errors_come_in_patches():
    truth, pred = severity((128, 128), 2), severity((128, 128), 3)
    widths = []
    for tile in (1, 16):
        measure = burn_severity(truth, pred, tile=tile, replicates=500).systems[0].measure("accuracy")
        widths.append(measure.high - measure.low)
    assert widths[1] > 1.5 * widths[0]


def test_the_six_kpis_carry_the_names_of_the_benchmark(observed, model):
    kpis = burn_severity(observed, model, replicates=0).systems[0].kpis
    assert [kpi.name for kpi in kpis] == [
        "Binary High Severity Accuracy",
        "Binary High Severity Precision",
        "Binary High Severity Recall",
        "Binary High Severity Specificity",
        "Binary High Severity Negative Predictive Value",
        "Binary High Severity F1 Score",
    ]
    assert {kpi.category for kpi in kpis} == {"Burn Severity"}
    assert kpis[0].score == pytest.approx(100 * kpis[0].value)


def test_strips_added_in_any_order_are_the_same_tiles():
    truth, pred = severity() == 4, wrong(severity()) == 4
    known = np.ones_like(truth)
    found = [TileCounts.empty(truth.shape, 8) for _ in range(2)]
    for tiles, starts in zip(found, (range(0, 40, 8), range(32, -8, -8)), strict=True):
        for start in starts:
            part = slice(start, start + 8)
            tiles.add(start, truth[part], pred[part], known[part])
    assert (found[0].cells == found[1].cells).all()


def test_the_folder_has_strict_json_with_the_names_of_the_benchmark(observed, model):
    files = files_of(burn_severity(observed, model, replicates=0))
    made = json.loads(files["benchmarks.json"])["models"]["model"]["benchmarks"]
    assert made["SV05"]["Binary High Severity Negative Predictive Value"] == pytest.approx(made["SV05"]["Score"] / 100)
    assert made["SV01"]["counts"].keys() == {"tp", "fp", "fn", "tn"}


def test_a_library_that_is_not_installed_is_told_with_the_command_that_installs_it():
    with pytest.raises(ExtraError, match=r"pip install 'mercalli\[geo\]'"):
        library("no_such_library.part")


@pytest.mark.parametrize("shape", [(2, 2000), (2000, 1), (1, 1)])
def test_a_thin_map_is_drawn(shape):
    values = np.full(shape, 4, np.uint8)
    assert files_of(burn_severity(values, values, replicates=0))["map.png"][:4] == b"\x89PNG"


def test_infinite_numbers_are_no_data_and_are_told():
    observed, model = severity().astype(float), (wrong(severity()) == 4).astype(float)
    model[0], model[1] = np.inf, -np.inf
    observed[2] = np.inf
    report = burn_severity(observed, model, threshold=0.5, observed_threshold=4, replicates=0).systems[0]
    assert {each.reason: each.n for each in report.excluded} == {
        "no data in the observation": 60,
        "no data in the model": 120,
    }
    told = "The model holds infinite numbers on 120 cells; they are taken as no data."
    assert told in report.notes
    assert report.n == observed.size - 180


WAYS = {"rows": (1, -1), "columns": (-1, 1), "rows and columns": (-1, -1)}


@pytest.mark.parametrize("what", WAYS)
def test_rows_and_columns_that_run_the_other_way_are_turned_and_told(what, observed, model, tmp_path):
    columns, rows = WAYS[what]
    corner = 500_000 if columns > 0 else 501_800, 4_300_000 if rows > 0 else 4_298_800
    there = Affine(30 * columns, 0, corner[0], 0, -30 * rows, corner[1])
    turned = tiff(tmp_path / "turned.tif", wrong(severity())[::rows, ::columns].copy(), transform=there)
    found, expected = (burn_severity(observed, each, tile=8, replicates=0).systems[0] for each in (turned, model))
    assert (found.counts, found.map) == (expected.counts, expected.map)
    assert found.notes[0].startswith(f"The {what} of 'turned.tif' run in the opposite direction")


def test_rows_that_run_the_other_way_somewhere_else_are_named_so(observed, tmp_path):
    there = Affine(30, 0, 500_060, 0, 30, 4_298_800)
    with pytest.raises(MapError, match=r"rows run in opposite directions; the model is shifted by \+2.00 columns and"):
        burn_severity(observed, tiff(tmp_path / "other.tif", severity(), transform=there))


def test_windows_give_the_fractions_skill_score_of_fields(observed, model):
    asked = {"windows": [1, 5], "tile": 10, "replicates": 200}
    found = burn_severity(observed, model, **asked).systems[0]
    near = fire_field(observed, model, kind="fss", **asked).systems[0]
    assert (found.windows, found.useful) == (near.table, near.quantity("useful").value)
    assert "Fractions skill score" in str(burn_severity(observed, model, **asked))
    assert burn_severity(observed, model, replicates=0).systems[0].windows is None


def test_the_report_shows_the_fractions_skill_score_by_window(observed, model):
    result = burn_severity(observed, model, windows=[1, 5], tile=10, replicates=200)
    files = files_of(result)
    assert files["windows.png"].startswith(b"\x89PNG")
    assert "](windows.png)" in files["report.md"]
    assert "A fractions skill score is useful from" in files["report.md"]
    assert files_of(mercalli.from_json(mercalli.to_json(result))) == files


def test_ravg_is_read_by_its_own_codes():
    observed = np.array([[5, 5, 4, 9], [1, 3, 5, 9]], np.uint8)
    model = np.array([[5, 4, 5, 5], [1, 2, 5, 9]], np.uint8)
    found = burn_severity(observed, model, product="ravg", replicates=0).systems[0]
    assert counts(found) == (2, 1, 1, 2)
    assert [(each.reason, each.n) for each in found.excluded] == [("not observed (code 9)", 2)]
    with pytest.raises(MapError, match="holds the code 9"):
        burn_severity(observed, model)
    with pytest.raises(MapError, match="holds the code 0"):
        burn_severity(observed * np.uint8(0), model, product="ravg")


def test_a_product_that_nobody_knows_is_refused(observed, model):
    with pytest.raises(MercalliError, match="mtbs"):
        burn_severity(observed, model, product="modis")


def test_numbers_of_an_observation_are_no_codes():
    observed = np.array([[0, 6, 200, 90]], np.uint8)
    found = burn_severity(observed, observed, observed_threshold=100, threshold=100, replicates=0).systems[0]
    assert (counts(found), found.excluded) == ((1, 0, 0, 3), ())
    named = burn_severity(observed, observed, observed_threshold=100, threshold=100, not_observed=0, replicates=0)
    assert [(each.reason, each.n) for each in named.systems[0].excluded] == [("not observed (code 0)", 1)]


def test_a_map_of_256_levels_says_how_to_read_it():
    levels, classes = np.arange(256, dtype=np.uint8).reshape(16, 16), np.ones((16, 16), np.uint8)
    with pytest.raises(MercalliError, match=r"levels of an index.*with `observed_threshold`"):
        burn_severity(levels, classes, replicates=0)
    with pytest.raises(MercalliError, match="with `threshold`"):
        burn_severity(classes, levels, replicates=0)
    assert burn_severity(levels, classes, observed_threshold=187, replicates=0).systems
