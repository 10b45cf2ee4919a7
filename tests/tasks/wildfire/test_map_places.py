"""Where the cells of NetCDF and HDF5 lie: by the names of their axes, in degrees only where they are, and turned."""

import h5py
import numpy as np
import pytest
import xarray
from pyproj import Geod
from rasterio import Affine

from mercalli import burn_severity
from mercalli.errors import MapError
from mercalli.inputs.grid import Grid
from mercalli.io.maps.aligned import differences
from mercalli.io.maps.rasters import opened_raster
from mercalli.stats.tiles import TileCounts
from mercalli.tasks.wildfire.perimeter.data import CellCodes, burned_areas
from tests.tasks.wildfire.maps import UTM, severity, tiff, wrong

FORMATS = {"NETCDF3_CLASSIC": "scipy", "NETCDF4": "h5netcdf"}
LAT_LON, LON_LAT = ("lat", "lon"), ("lon", "lat")


@pytest.fixture(params=FORMATS)
def netcdf(request, tmp_path):
    """Writes a map as NetCDF, its axes in any order."""

    def write(name, values, order=LAT_LON, **attributes):
        rows, columns = values.shape
        places = {"lat": 40 - 0.001 * np.arange(rows), "lon": -120 + 0.001 * np.arange(columns)}
        field = xarray.DataArray(values.astype(np.int16), places, LAT_LON, "severity", attributes)
        path = str(tmp_path / name)
        field.transpose(*order).to_dataset().to_netcdf(path, format=request.param, engine=FORMATS[request.param])
        return path

    return write


def system(observed, model, **settings):
    return burn_severity(observed, model, replicates=0, **settings).systems[0]


def grid(path):
    with opened_raster(path) as raster:
        return raster.grid


def test_a_square_netcdf_with_its_axes_swapped_is_refused_and_aligned_when_asked(netcdf):
    truth, pred = severity((30, 30)), wrong(severity((30, 30)))
    observed, plain, swapped = netcdf("o.nc", truth), netcdf("m.nc", pred), netcdf("s.nc", pred, LON_LAT)
    with pytest.raises(MapError, match="the axes of the model are swapped"):
        system(observed, swapped)
    assert system(observed, swapped, align="nearest").counts == system(observed, plain).counts


@pytest.mark.parametrize("shape", [(30, 30), (30, 20)])
def test_maps_that_both_have_their_axes_swapped_are_those_maps(shape, netcdf):
    truth, pred = severity(shape), wrong(severity(shape))
    plain = system(netcdf("o.nc", truth), netcdf("m.nc", pred))
    swapped = system(netcdf("t.nc", truth, LON_LAT), netcdf("s.nc", pred, LON_LAT))
    assert (swapped.counts, swapped.map.cells) == (plain.counts, plain.map.cells)
    assert swapped.areas.hit_ha == pytest.approx(plain.areas.hit_ha, rel=1e-3)


def test_axes_that_are_only_named_tell_which_is_which(tmp_path):
    for order in (LAT_LON, LON_LAT):
        field = xarray.DataArray(severity((30, 30)), dims=order, name="severity")
        field.to_dataset().to_netcdf(tmp_path / f"{order[0]}.nc", engine="h5netcdf")
    with pytest.raises(MapError, match="the names of their axes, differ"):
        system(str(tmp_path / "lat.nc"), str(tmp_path / "lon.nc"))


def hdf5(path, values, **coordinates):
    """A field whose axes have no names."""
    with h5py.File(path, "w") as file:
        file["severity"] = values
        for name, places in coordinates.items():
            file[name] = places
    return str(path)


def test_axes_without_names_are_told_by_their_lengths(tmp_path):
    lat, lon = 40 - 0.001 * np.arange(30), -120 + 0.001 * np.arange(20)
    path = hdf5(tmp_path / "a.h5", severity((20, 30)), lat=lat, lon=lon)
    assert grid(path).transform == pytest.approx((0, 0.001, -120.0005, -0.001, 0, 40.0005))


def test_coordinates_of_every_cell_may_have_their_axes_in_the_other_order(tmp_path):
    lat, lon = np.meshgrid(40 - 0.001 * np.arange(30), -120 + 0.001 * np.arange(30), indexing="ij")
    about = {"severity": (("r", "c"), severity((30, 30))), "lat": (("c", "r"), lat.T), "lon": (("r", "c"), lon)}
    xarray.Dataset(about).to_netcdf(tmp_path / "a.nc", engine="h5netcdf")
    assert grid(str(tmp_path / "a.nc")).transform == pytest.approx((0.001, 0, -120.0005, 0, -0.001, 40.0005))


def test_coordinates_of_other_axes_are_not_those_of_the_field(tmp_path):
    about = {"severity": (("r", "c"), severity((30, 30)))}
    places = {"lat": 40 - 0.001 * np.arange(30), "lon": -120 + 0.001 * np.arange(30)}
    xarray.Dataset(about, places).to_netcdf(tmp_path / "a.nc", engine="h5netcdf")
    assert grid(str(tmp_path / "a.nc")).transform is None


def test_x_and_y_of_a_projection_go_before_degrees_of_every_cell(tmp_path):
    lat, lon = np.meshgrid(40 - 0.001 * np.arange(40), -120 + 0.001 * np.arange(60), indexing="ij")
    places = {"y": 4_200_000 - 30.0 * np.arange(40), "x": 500_000 + 30.0 * np.arange(60)}
    path = hdf5(tmp_path / "a.h5", severity(), lat=lat, lon=lon, **places)
    with h5py.File(path, "r+") as file:
        file["severity"].attrs["crs"] = UTM
    assert grid(path).transform == (30, 0, 499_985, 0, -30, 4_200_015)


def test_metres_without_a_coordinate_system_are_not_taken_for_degrees(tmp_path):
    path = hdf5(tmp_path / "a.h5", severity(), y=4_200_000 - 30.0 * np.arange(40), x=500_000 + 30.0 * np.arange(60))
    found = system(path, path)
    assert found.areas is None
    assert "their coordinates agree, but there are no areas" in found.notes[0]
    assert grid(path).transform == (30, 0, 499_985, 0, -30, 4_200_015)


DEGREES = {
    "lat and lon": ("lat", "lon", None, True),
    "x and y": ("y", "x", None, False),
    "x and y in degrees": ("y", "x", ("degrees_north", "degrees_east"), True),
    "lat and lon in metres": ("lat", "lon", ("m", "m"), False),
}


@pytest.mark.parametrize("situation", DEGREES)
def test_coordinates_are_degrees_by_their_unit_or_else_by_their_name(situation, tmp_path):
    up, across, units, expected = DEGREES[situation]
    path = hdf5(tmp_path / "a.h5", severity(), **{up: 40 - 0.1 * np.arange(40), across: 0.1 * np.arange(60)})
    with h5py.File(path, "r+") as file:
        for name, unit in zip((up, across), units or (), strict=False):
            file[name].attrs["units"] = unit
    assert grid(path).degrees is expected


def test_degrees_beyond_the_poles_are_none(tmp_path):
    path = hdf5(tmp_path / "a.h5", severity(), lat=4_000.0 - np.arange(40), lon=500.0 + np.arange(60))
    assert grid(path).crs is None


@pytest.mark.parametrize(("shape", "hectares"), [((1, 30), 0.9475), ((30, 1), 0.9475), ((1, 1), None)])
def test_one_row_or_column_has_square_cells_and_one_cell_no_size(shape, hectares, netcdf):
    path = netcdf("thin.nc", np.full(shape, 4, np.uint8))
    found = system(path, path)
    assert found.counts.tp == shape[0] * shape[1]
    areas = None if found.areas is None else pytest.approx(found.areas.hit_ha / 30, rel=1e-3)
    assert hectares == areas


def test_one_cell_elsewhere_is_another(netcdf, tmp_path):
    here = netcdf("here.nc", np.full((1, 1), 4))
    there = hdf5(tmp_path / "there.h5", np.full((1, 1), 4), lat=[41.0], lon=[-120.0])
    with pytest.raises(MapError, match="coordinates along their edges"):
        system(here, there)


def test_coordinates_that_are_all_the_same_are_no_grid(tmp_path):
    path = hdf5(tmp_path / "a.h5", severity(), lat=np.zeros(40), lon=np.zeros(60))
    with pytest.raises(MapError, match="not a grid"):
        system(path, path)


@pytest.mark.parametrize("kind", ["f4", "f8"])
def test_packed_numbers_have_the_precision_of_their_scale(kind, netcdf):
    stored = np.arange(100).reshape(10, 10)
    path = netcdf("packed.nc", stored, scale_factor=np.dtype(kind).type(0.01))
    with opened_raster(path) as raster:
        values, _ = raster.read(0, 10)
    assert values.dtype == kind
    assert (values >= 0.5).sum() == 50


def test_codes_packed_with_few_digits_are_codes(netcdf):
    path = netcdf("codes.nc", severity() * np.int16(100), scale_factor=np.float32(0.01))
    assert system(netcdf("o.nc", severity()), path).measure("accuracy").value == 1


def test_a_whole_number_as_scale_does_not_overflow(tmp_path):
    path = hdf5(tmp_path / "a.h5", np.array([[40, 1]], np.uint8))
    with h5py.File(path, "r+") as file:
        file["severity"].attrs["scale_factor"] = np.uint8(10)
    with opened_raster(path) as raster:
        assert raster.read(0, 1)[0].tolist() == [[400, 10]]


def turned(degrees, side=0.001):
    return tuple(Affine.translation(-120, 39) * Affine.rotation(degrees) * Affine.scale(side, -side))[:6]


@pytest.mark.parametrize("degrees", [0, 1, 45, 90, 180])
def test_cells_of_a_turned_map_in_degrees_have_their_area_on_the_ellipsoid(degrees):
    found = Grid((60, 100), turned(degrees), "WGS 84")
    ring = found.corners()[[0, 1, 3, 2]]
    expected = abs(Geod(ellps="WGS84").polygon_area_perimeter(*ring.T)[0]) / 10_000
    assert 100 * found.area_ha().sum() == pytest.approx(expected, rel=1e-6)


def test_rows_on_both_sides_of_the_equator_are_not_all_as_large_as_the_outermost():
    area = Grid((40, 5), (1.0, 0.0, 0.0, 0.0, -1.0, 20.0), "WGS 84").area_ha()
    every, tiles = np.ones((40, 5), np.bool_), TileCounts.empty((40, 5), 40)
    tiles.add(0, every, every, every, area)
    assert tiles.hectares.tp == pytest.approx(5 * area.sum())


HERE = Affine(30, 0, 500_000, 0, -30, 4_200_000)
DIFFERENT = {
    "swapped": (Affine(0, 30, 500_000, -30, 0, 4_200_000), "the axes of the model are swapped"),
    "turned": (HERE * Affine.rotation(45), "the model is turned by 45°"),
    "shifted": (HERE * Affine.translation(2, 3), "the model is shifted by +2.00 columns and +3.00 rows"),
    "larger": (HERE * Affine.scale(2), "cells are 30 x 30 and 60 x 60"),
}


@pytest.mark.parametrize("situation", DIFFERENT)
def test_grids_of_one_shape_are_told_apart_by_what_differs(situation):
    transform, words = DIFFERENT[situation]
    observed, model = (Grid((30, 30), tuple(each)[:6]) for each in (HERE, transform))
    (told,) = differences(observed, model)
    assert told.startswith(words)


@pytest.mark.parametrize("degrees", [0, 10])
def test_the_outline_of_a_high_raster_is_whole(degrees, tmp_path):
    cells = np.zeros((600, 300), np.uint8)
    cells[50:550, 50:250] = 1
    where = Affine.translation(-120.123456, 39.987654) * Affine.rotation(degrees) * Affine.scale(1 / 3600, -1 / 3600)
    path = tiff(tmp_path / "high.tif", cells, crs="EPSG:4326", transform=where)
    shape = burned_areas(path, CellCodes((1,), (0,), None), None).at("", "EPSG:4326").shape
    assert (shape.geom_type, len(shape.interiors)) == ("Polygon", 0)
    assert 3600 * shape.length == pytest.approx(2 * (500 + 200))


@pytest.mark.parametrize("share", [0, 0.5, 0.7, 1])
def test_every_burned_cell_is_in_the_outline_and_no_other(share, tmp_path):
    cells = (np.random.default_rng(0).random((530, 90)) < share).astype(np.uint8)
    path = tiff(tmp_path / "cells.tif", cells)
    found = burned_areas(path, CellCodes((1,), (0,), None), None).at("", UTM)
    assert found.shape.area == pytest.approx(900 * int(cells.sum()))
    assert found.repaired == 0
