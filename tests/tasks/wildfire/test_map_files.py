"""What files of maps say beside their cells: masks, scales, bands, projections, and what cannot be read."""

import geopandas
import h5py
import numpy as np
import pytest
import rasterio
import xarray
from rasterio.transform import from_origin
from scipy.io import netcdf_file
from shapely.geometry import Polygon

from mercalli import burn_severity
from mercalli.errors import MercalliError
from mercalli.io.maps.geo import stretch_of
from tests.tasks.wildfire.maps import HERE, UTM, severity, tiff, wrong


@pytest.fixture
def observed(tmp_path):
    return tiff(tmp_path / "observed.tif", severity())


def system(observed, model, **settings):
    return burn_severity(observed, model, replicates=0, **settings).systems[0]


@pytest.fixture
def masked(tmp_path):
    """A model with a value and a mask for no data, each on cells of its own."""
    path, values, mask = str(tmp_path / "masked.tif"), wrong(severity()), np.full((40, 60), 255, np.uint8)
    values[30], mask[:10] = 99, 0
    with rasterio.Env(GDAL_TIFF_INTERNAL_MASK=True):
        tiff(path, values, nodata=99)
        with rasterio.open(path, "r+") as made:
            made.write_mask(mask)
    return path


def test_a_mask_and_a_value_for_no_data_both_count(observed, masked):
    assert [(each.reason, each.n) for each in system(observed, masked).excluded] == [("no data in the model", 11 * 60)]


def test_a_mask_and_a_value_for_no_data_both_count_when_aligned(masked, tmp_path):
    moved = tiff(tmp_path / "moved.tif", severity(), transform=from_origin(500_030, 4_300_000, 30, 30))
    found = system(moved, masked, align="nearest")
    assert found.n == 29 * 59


def test_scale_and_offset_of_a_geotiff_are_applied(observed, tmp_path):
    path = tiff(tmp_path / "packed.tif", (wrong(severity()) * 10 + 20).astype(np.uint8), nodata=255)
    with rasterio.open(path, "r+") as made:
        made.scales, made.offsets = (0.1,), (-2.0,)
    assert system(observed, path, threshold=3.9).counts == system(observed, wrong_file(tmp_path)).counts


def wrong_file(folder):
    return tiff(folder / "plain.tif", wrong(severity()))


def test_scale_and_offset_of_a_netcdf_are_applied_and_fill_is_told_by_what_is_stored(observed, tmp_path):
    stored = (wrong(severity()) * 2 - 2).astype(np.int16)
    stored[0] = 4  # which stands for 3
    with h5py.File(tmp_path / "packed.nc", "w") as file:
        file["severity"], file["y"], file["x"] = (
            stored,
            4_299_985 - 30.0 * np.arange(40),
            500_015 + 30.0 * np.arange(60),
        )
        file["severity"].attrs.update({"scale_factor": 0.5, "add_offset": 1.0, "crs": UTM, "_FillValue": np.int16(99)})
    values = wrong(severity())
    values[0] = 3
    plain = tiff(tmp_path / "plain.tif", values)
    assert system(observed, str(tmp_path / "packed.nc")).counts == system(observed, plain).counts


def test_a_file_of_several_bands_is_told(observed, tmp_path):
    with rasterio.open(
        tmp_path / "rgb.tif", "w", driver="GTiff", height=40, width=60, count=3, dtype="uint8", crs=UTM, transform=HERE
    ) as made:
        for band in (1, 2, 3):
            made.write(wrong(severity()), band)
    assert "'rgb.tif' has 3 bands; the first was read." in system(observed, str(tmp_path / "rgb.tif")).notes


def test_hectares_in_web_mercator_are_those_on_the_ground(tmp_path):
    where = {"crs": "EPSG:3857", "transform": from_origin(-13_200_000, 4_865_942, 30, 30)}
    path = tiff(tmp_path / "web.tif", np.full((50, 50), 4, np.uint8), **where)
    found = system(path, path)
    ground = geopandas.GeoSeries.from_wkt([box_of(50)], crs=3857).to_crs("EPSG:5070").area[0] / 10_000
    assert found.areas.hit_ha == pytest.approx(ground, rel=1e-4)
    assert any("1.71 times their true size" in note for note in found.notes)
    assert found.map.across_m == pytest.approx(30 / np.sqrt(1.71), rel=0.01)


def box_of(cells):
    left, top, side = -13_200_000, 4_865_942, 30 * cells
    right, bottom = left + side, top - side
    return f"POLYGON (({left} {top}, {right} {top}, {right} {bottom}, {left} {bottom}, {left} {top}))"


@pytest.mark.parametrize("crs", [UTM, "EPSG:5070", "EPSG:4326", None])
def test_cells_that_are_drawn_true_are_left_alone(crs):
    where = from_origin(*((-120, 39, 0.01, 0.01) if crs == "EPSG:4326" else (400_000, 1_500_000, 30, 30)))
    assert stretch_of(crs, tuple(where)[:6], (300, 20)) is None


def test_infinity_is_no_class():
    values = severity().astype(np.float32)
    values[3, 3] = np.inf
    with pytest.raises(MercalliError, match="inf that are not codes"):
        burn_severity(severity(), values)


@pytest.mark.parametrize("kind", ["complex64", "U3", "O"])
def test_a_map_of_no_numbers_is_refused(kind, tmp_path):
    path = tmp_path / "odd.npy"
    np.save(path, severity().astype(kind))
    with pytest.raises(MercalliError, match=r"odd\.npy"):
        burn_severity(severity(), str(path))


@pytest.mark.parametrize("option", ["threshold", "observed_threshold"])
def test_a_threshold_is_a_number(option):
    with pytest.raises(MercalliError, match=f"`{option}` must be a finite number"):
        burn_severity(severity(), severity(), **{option: float("nan")})


def test_a_repaired_domain_and_cells_without_an_answer_in_it_are_told(observed, tmp_path):
    left, top = 500_000, 4_300_000
    crossed = Polygon([(left, top), (left + 1800, top - 1200), (left + 1800, top), (left, top - 1200)])
    domain = geopandas.GeoDataFrame(geometry=[crossed], crs=UTM)
    values = wrong(severity())
    values[:20] = 99
    notes = system(observed, tiff(tmp_path / "holes.tif", values, nodata=99), domain=domain).notes
    assert notes[0] == "The domain was repaired: 1 polygon had edges that cross."
    assert any("The model has no data for" in note for note in notes)


def test_polygons_in_a_column_of_any_name_are_a_domain(observed, tmp_path):
    square = Polygon([(500_000, 4_300_000), (500_300, 4_300_000), (500_300, 4_299_700), (500_000, 4_299_700)])
    geopandas.GeoDataFrame(geometry=[square], crs=UTM).rename_geometry("geom").to_parquet(tmp_path / "d.parquet")
    assert system(observed, observed, domain=str(tmp_path / "d.parquet")).n == 100


@pytest.mark.parametrize("version", [1, 2])
def test_netcdf_3_reads_as_the_same_map(version, observed, tmp_path):
    stored = (wrong(severity()).astype(np.int16) * 2 - 2).astype(">i2")
    with netcdf_file(tmp_path / "classic.nc", "w", version=version) as file:
        for name, size in (("y", 40), ("x", 60)):
            file.createDimension(name, size)
        places = {"y": 4_299_985 - 30.0 * np.arange(40), "x": 500_015 + 30.0 * np.arange(60)}
        for name, values in places.items():
            file.createVariable(name, "d", (name,))[:] = values
        field = file.createVariable("severity", "h", ("y", "x"))
        field[:] = stored
        for name, value in {"scale_factor": 0.5, "add_offset": 1.0, "_FillValue": 99, "crs": UTM}.items():
            setattr(field, name, value)
    found, expected = (system(observed, path) for path in (str(tmp_path / "classic.nc"), wrong_file(tmp_path)))
    assert (found.counts, found.areas) == (expected.counts, expected.areas)


@pytest.mark.parametrize(
    ("content", "words"), [(b"CDF\x05" + bytes(40), "nccopy -k nc4 map.nc"), (b"CDF\x01\x00\x00", "cut off")]
)
def test_netcdf_3_that_cannot_be_read_is_refused(content, words, observed, tmp_path):
    (tmp_path / "map.nc").write_bytes(content)
    with pytest.raises(MercalliError, match=words):
        burn_severity(observed, str(tmp_path / "map.nc"))


@pytest.mark.parametrize(("engine", "form"), [("h5netcdf", None), ("scipy", "NETCDF3_64BIT")])
def test_a_netcdf_of_one_time_is_a_map_and_of_several_is_refused(engine, form, observed, tmp_path):
    places = {"y": 4_299_985 - 30.0 * np.arange(40), "x": 500_015 + 30.0 * np.arange(60)}
    field = xarray.DataArray(wrong(severity()).astype(np.int16), places, ("y", "x"), "severity", {"crs": UTM})
    for name, times in (("one", [0.0]), ("two", [0.0, 1.0])):
        field.expand_dims(time=times).to_dataset().to_netcdf(tmp_path / f"{name}.nc", engine=engine, format=form)
    assert system(observed, str(tmp_path / "one.nc")).counts == system(observed, wrong_file(tmp_path)).counts
    with pytest.raises(MercalliError, match=r"'two.nc:severity' must be a map .* its shape is \(2, 40, 60\)"):
        burn_severity(observed, str(tmp_path / "two.nc"))
