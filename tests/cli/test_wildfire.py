"""`mercalli wildfire` in a process of its own: screens, folders, and what it refuses."""

import json

import numpy as np
import pytest
from rasterio import Affine

from mercalli import from_json
from tests.cli.screen import plain, refused
from tests.wildfire.maps import severity, tiff, wrong

NEAR = ("--tile", "8", "--replicates", "200")
SEVERITY = {
    "codes nobody explained": ("fifteen.tif", "model.tif"),
    "a model on another grid": ("observed.tif", "shifted.tif"),
    "a model turned on its side": ("observed.tif", "turned.tif"),
    "a model of another place": ("observed.tif", "far.tif"),
    "probabilities without a threshold": ("observed.tif", "chance.tif"),
    "a map without data": ("empty.tif", "model.tif"),
    "a truncated tiff": ("observed.tif", "cut.tif"),
    "a map of an unknown kind": ("observed.tif", "rows.csv"),
    "codes that are words": ("observed.tif", "model.tif", "--high", "high"),
    "a domain that is no file": ("observed.tif", "model.tif", "--domain", "nowhere.gpkg"),
}


@pytest.fixture
def fires(mercalli, tmp_path):
    """The command in a folder of maps."""
    observed, model = severity(), wrong(severity())
    observed[0] = 0
    fifteen, chance = observed.copy(), (model == 4) * np.float32(0.25)
    fifteen[1] = 15
    tiff(tmp_path / "observed.tif", observed)
    tiff(tmp_path / "model.tif", model)
    tiff(tmp_path / "nothing.tif", np.ones_like(model))
    tiff(tmp_path / "fifteen.tif", fifteen)
    tiff(tmp_path / "shifted.tif", model, transform=Affine(30, 0, 500_030, 0, -30, 4_300_000))
    tiff(tmp_path / "turned.tif", model.T.copy())
    tiff(tmp_path / "far.tif", model, transform=Affine(30, 0, 300_000, 0, -30, 4_300_000))
    tiff(tmp_path / "chance.tif", chance)
    tiff(tmp_path / "empty.tif", np.zeros_like(model))
    (tmp_path / "cut.tif").write_bytes((tmp_path / "model.tif").read_bytes()[:1000])
    return mercalli


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("severity", ("observed.tif", "model.tif", *NEAR)),
        ("severity of a model that sees nothing", ("observed.tif", "nothing.tif", *NEAR)),
        ("severity like firebench", ("observed.tif", "nothing.tif", "--like", "firebench", *NEAR)),
    ],
)
def test_a_screen_says_where_a_model_saw_high_severity(name, asked, fires, snapshot):
    done = fires("wildfire", "severity", *asked)
    assert (done.returncode, done.stderr) == (0, "")
    assert plain(done.stdout) == snapshot(f"screen {name} 80", plain(done.stdout))


@pytest.mark.parametrize("situation", SEVERITY)
def test_what_is_wrong_with_maps_is_said_in_one_message(situation, fires, snapshot):
    said = refused(fires("wildfire", "severity", *SEVERITY[situation]))
    assert said == snapshot(f"refused {situation}", said)


def test_json_is_the_sealed_result(fires):
    found = from_json(
        fires(
            "wildfire", "severity", "observed.tif", "model.tif", "chance.tif", "--json", *NEAR, "--threshold", "4"
        ).stdout
    )
    assert [system.name for system in found.systems] == ["model", "chance"]


def test_a_folder_is_made_again_from_its_result(fires, tmp_path):
    assert fires("wildfire", "severity", "observed.tif", "model.tif", *NEAR, "--out", "report").returncode == 0
    assert fires("report", "report/result.json", "--out", "again").returncode == 0
    first, second = (
        {file.name: file.read_bytes() for file in (tmp_path / name).iterdir()} for name in ("report", "again")
    )
    assert first == second
    assert "benchmarks" in json.loads(first["benchmarks.json"])["models"]["model"]
