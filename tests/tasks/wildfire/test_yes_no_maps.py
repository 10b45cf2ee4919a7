"""Maps of True and False: True is high severity, whatever codes mean."""

import h5py
import numpy as np
import pytest
import xarray

from mercalli import burn_severity, fire_field
from mercalli.errors import MapError
from tests.tasks.wildfire.maps import HERE, UTM, severity, tiff, wrong

TRUTH, MODEL = severity(), wrong(severity())
EXPECTED = (int(((TRUTH == 4) & (MODEL == 4)).sum()), int((MODEL == 4).sum()), TRUTH.size)
NOTE = "'{}' holds True and False: True is high severity, and codes do not matter."


def counted(report):
    counts = report.counts
    return counts.tp, counts.tp + counts.fp, counts.total


@pytest.mark.parametrize("observed", [TRUTH, TRUTH == 4])
def test_true_is_high_severity(observed):
    report = burn_severity(observed, {"mask": MODEL == 4}, replicates=0).systems[0]
    assert counted(report) == EXPECTED
    assert report.excluded == ()
    assert NOTE.format("mask") in report.notes
    assert not any("holds the code" in note for note in report.notes)


def test_an_observation_of_true_and_false_was_looked_at_everywhere():
    report = burn_severity(TRUTH == 4, MODEL, replicates=0).systems[0]
    assert counted(report) == EXPECTED
    assert NOTE.format("the array") in report.notes


def test_a_file_of_true_and_false_stays_so_on_another_grid(tmp_path):
    with h5py.File(tmp_path / "mask.h5", "w") as file:
        group = file.create_group("spatial_2d/fire")
        group["mask"] = np.kron(TRUTH == 4, np.ones((2, 2), bool))
        group["x"] = HERE.c + HERE.a / 4 + np.arange(120) * HERE.a / 2
        group["y"] = HERE.f + HERE.e / 4 + np.arange(80) * HERE.e / 2
        group["mask"].attrs["crs"] = UTM
    observed = tiff(tmp_path / "observed.tif", TRUTH)
    report = burn_severity(observed, str(tmp_path / "mask.h5"), align="nearest", replicates=0).systems[0]
    assert (report.counts.fp, report.counts.fn, report.counts.tp) == (0, 0, int((TRUTH == 4).sum()))


@pytest.mark.parametrize("engine", ["h5netcdf", "scipy"])
def test_a_netcdf_says_that_it_held_true_and_false(engine, tmp_path):
    degrees = {"lat": 40 - np.arange(40) / 100, "lon": -120 + np.arange(60) / 100}
    for name, values in (("observed", TRUTH == 4), ("model", MODEL == 4)):
        xarray.Dataset({"mask": (("lat", "lon"), values)}, degrees).to_netcdf(tmp_path / f"{name}.nc", engine=engine)
    report = burn_severity(str(tmp_path / "observed.nc"), str(tmp_path / "model.nc"), replicates=0).systems[0]
    assert counted(report) == EXPECTED
    assert NOTE.format("model.nc") in report.notes


@pytest.mark.parametrize("kind", ["fss", "probability"])
def test_fields_read_true_as_high_too(kind):
    asked = {"kind": kind, "windows": [1, 3], "replicates": 0}
    model = MODEL if kind == "fss" else (MODEL == 4).astype(float)
    codes, masks = fire_field(TRUTH, model, **asked), fire_field(TRUTH == 4, MODEL == 4, **asked)
    assert masks.systems[0].quantities == codes.systems[0].quantities
    assert NOTE.format("model") in masks.systems[0].notes


@pytest.mark.parametrize("kind", ["arrival", "ordinal"])
def test_true_and_false_are_neither_times_nor_classes(kind):
    with pytest.raises(MapError, match="it holds True and False"):
        fire_field(TRUTH == 4, MODEL, kind=kind)
