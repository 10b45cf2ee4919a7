"""Maps and shapes that would open other files, or that are not what their names say."""

from __future__ import annotations

import zipfile
from contextlib import suppress

import numpy as np
import pytest
from rasterio.transform import from_origin

from mercalli.errors import FileError, MapError, MercalliError
from mercalli.io.maps.rasters import opened_raster
from mercalli.io.maps.shapes import read_features
from tests.tasks.wildfire.maps import tiff

VIRTUAL = "<VRTDataset rasterXSize='2' rasterYSize='2'><VRTRasterBand dataType='Byte' band='1'/></VRTDataset>"
VIRTUAL_SHAPES = (
    "<OGRVRTDataSource><OGRVRTLayer name='x'><SrcDataSource>/x</SrcDataSource></OGRVRTLayer></OGRVRTDataSource>"
)
FAR = """{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {}, "geometry":
{"type": "Polygon", "coordinates": [[[1e308, 0], [1e308, 1], [0, 1], [1e308, 0]]]}}]}"""


def linked(file, h5py):
    file["x"] = np.ones((2, 2))
    file["y"] = h5py.ExternalLink("other.h5", "/x")


def stored_elsewhere(file, _h5py):
    file.create_dataset("x", (2, 2), "i1", external=[("other.bin", 0, 4)])


def virtual(file, h5py):
    layout = h5py.VirtualLayout(shape=(2, 2), dtype="i1")
    layout[:] = h5py.VirtualSource("other.h5", "x", shape=(2, 2))
    file.create_virtual_dataset("x", layout)


@pytest.mark.parametrize("make", [linked, stored_elsewhere, virtual])
def test_a_file_of_hdf5_that_would_open_others_is_refused(make, tmp_path):
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / "map.h5", "w") as file:
        make(file, h5py)
    with pytest.raises(FileError, match="is in another file"), opened_raster(tmp_path / "map.h5"):
        pass


@pytest.mark.parametrize(("name", "value"), [("scale_factor", "abc"), ("_FillValue", np.array([]))])
def test_attributes_that_make_no_sense_are_told(name, value, tmp_path):
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / "map.h5", "w") as file:
        file.create_dataset("burned", data=np.ones((2, 2))).attrs[name] = value
    with pytest.raises(FileError, match="makes no sense"), opened_raster(tmp_path / "map.h5"):
        pass


def test_a_virtual_map_is_refused_whatever_its_name_says(tmp_path):
    (tmp_path / "map.tif").write_text(VIRTUAL)
    with pytest.raises(FileError, match="cannot be read as a GeoTIFF"), opened_raster(tmp_path / "map.tif"):
        pass


@pytest.mark.parametrize("ending", ["geojson", "json", "kml", "gpkg", "shp", "fgb"])
def test_virtual_shapes_are_refused_whatever_their_name_says(ending, tmp_path):
    (tmp_path / f"shapes.{ending}").write_text(VIRTUAL_SHAPES)
    with pytest.raises(FileError, match=f"does not begin as .{ending} files do"):
        read_features(str(tmp_path / f"shapes.{ending}"))


def test_arrays_that_are_none_are_told(tmp_path):
    (tmp_path / "empty.npy").touch()
    with zipfile.ZipFile(tmp_path / "zip.npy", "w") as packed:
        packed.writestr("a", "b")
    np.save(tmp_path / "header.npy", np.ones((2, 2)))
    content = (tmp_path / "header.npy").read_bytes()
    (tmp_path / "header.npy").write_bytes(content.replace(b"(2, 2)", b"(2\x00,2"))
    for name in ("empty.npy", "zip.npy", "header.npy"):
        with pytest.raises(FileError, match="cannot be read as a numpy array"), opened_raster(tmp_path / name):
            pass


@pytest.mark.parametrize(("crs", "metres"), [("EPSG:3857", 1e-9), ("EPSG:4978", 30), ("EPSG:3857", 1e9)])
def test_cells_without_an_area_on_the_ground_have_no_stretch_and_no_warning(crs, metres, tmp_path):
    path = tiff(tmp_path / "map.tif", np.ones((2, 2)), crs=crs, transform=from_origin(0, 2e6, metres, metres))
    with opened_raster(path) as raster:
        assert raster.grid.shape == (2, 2)


def test_numbers_of_which_results_would_be_infinite_are_told_unless_they_mean_no_data(tmp_path):
    cells = np.array([[1.0, -1e308], [2.0, np.inf]])
    for options, read in (({}, False), ({"nodata": -1e308}, True)):
        path = tiff(tmp_path / "map.tif", cells, **options)
        with opened_raster(path) as raster:
            if read:
                assert raster.read(0, 2)[1].tolist() == [[True, False], [True, True]]
            else:
                with pytest.raises(MapError, match=r"1e\+50 is the largest"):
                    raster.read(0, 2)


def test_maps_and_shapes_beyond_all_bounds_are_misplaced(tmp_path):
    path = tiff(tmp_path / "map.tif", np.ones((2, 2)), crs="EPSG:4326", transform=from_origin(-1e308, 0, 1, 1))
    with pytest.raises(MapError, match="not on the Earth"), opened_raster(path):
        pass
    (tmp_path / "far.geojson").write_text(FAR)
    with pytest.raises(MapError, match="not on the Earth"):
        read_features(str(tmp_path / "far.geojson"))


def test_a_damaged_key_inside_of_a_map_is_told(tmp_path):
    path = tmp_path / "map.tif"
    tiff(path, np.ones((2, 2), np.uint8))
    content = path.read_bytes()
    for at in range(len(content)):
        path.write_bytes(content[:at] + bytes([content[at] ^ 16]) + content[at + 1 :])
        with suppress(MercalliError), opened_raster(path) as raster:
            raster.read(0, 2)


def test_a_scale_that_makes_numbers_infinite_gives_infinite_ones_and_no_warning(tmp_path):
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / "map.h5", "w") as file:
        file.create_dataset("burned", data=np.full((2, 2), 1e10)).attrs["scale_factor"] = 1e308
    with opened_raster(tmp_path / "map.h5") as raster:
        assert np.isinf(raster.read(0, 2)[0]).all()
