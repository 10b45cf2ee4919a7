"""`mercalli wildfire`: screens and folders in a process of its own, and what it refuses."""

import json

import numpy as np
import pytest
from rasterio import Affine

from mercalli import from_json
from mercalli.cli.main import app
from mercalli.console.streams import as_options
from mercalli.errors import MercalliError
from tests.shell.screen import plain, refused
from tests.tasks.wildfire.maps import severity, tiff, wrong


@pytest.fixture
def told(tmp_path, monkeypatch, capsys):
    """What a command that is refused says, found without a process of its own, which would cost a second."""

    def run(*arguments):
        monkeypatch.chdir(tmp_path)
        with pytest.raises(MercalliError) as caught:
            app(["wildfire", *map(str, arguments)], standalone_mode=False)
        assert capsys.readouterr() == ("", "")
        details = (f"  {line}" for line in caught.value.details)
        return plain("\n".join([f"mercalli: {as_options(str(caught.value))}", *details]))

    return run


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


STRUCTURES = {
    "structures without a common id": ("seen.csv", "other.csv"),
    "structures with an unknown word": ("scorched.csv", "said.csv"),
    "structures with an id twice": ("twice.csv", "said.csv"),
    "structures of another place": ("seen.csv", "far.csv", "--within", "20m"),
    "structures without coordinates": ("seen.csv", "said.csv", "--within", "20m"),
    "a distance that is none": ("seen.csv", "said.csv", "--within", "near"),
    "a word for lost that is none": ("seen.csv", "said.csv", "--positive", "burnt"),
    "structures without a column of damage": ("other.csv", "said.csv"),
}
TABLES = {
    "seen.csv": "id,damage,lat,lon\n1,Destroyed (>50%),38,-120\n2,No Damage,38.1,-120\n3,Inaccessible,38.2,-120\n"
    "4,Destroyed,38.3,-120\n5,Minor (10-25%),38.3001,-120\n",
    "said.csv": "id,pred\n5,1\n4,1\n3,0\n2,0\n9,0\n",
    "other.csv": "name,pred\na,1\n",
    "scorched.csv": "id,damage\n1,Scorched\n",
    "twice.csv": "id,damage\n1,Destroyed\n1,No Damage\n",
    "far.csv": "id,damage,lat,lon\n1,Destroyed,10,10\n",
}


CASES = {
    "a case that is no toml": "fires = ",
    "a case without fires": "name = 'x'",
    "a case with an unknown part": "[fires.a.smoke]\nobserved = 'a'\nmodel = 'b'",
    "a case without an observation": "[fires.a.severity]\nmodel = 'b'",
    "a case with an unknown setting": "[fires.a.severity]\nobserved = 'observed.tif'\nmodel = 'm.tif'\ntiel = 8",
    "a case with an unknown kpi": "[fires.a.severity]\nobserved = 'observed.tif'\nmodel = 'm.tif'\n[groups.x]\n"
    "kpis = { 'Binary High Severity Acuracy' = 1 }",
    "a case with a negative weight": "[fires.a.severity]\nobserved = 'observed.tif'\nmodel = 'm.tif'\n[groups.x]\n"
    "weight = -1\nkpis = { 'Binary High Severity Accuracy' = 1 }",
    "a case with ends the wrong way round": "[fires.a.severity]\nobserved = 'o.tif'\nmodel = 'm.tif'\n"
    "[normalisation.'Binary High Severity Accuracy']\nhow = 'bounded_linear'\na = 1\nb = 0",
    "a case with a file that is not there": "[fires.a.severity]\nobserved = 'nope.tif'\nmodel = 'model.tif'",
}
CASE = """
name = "drill"
[fires.north.severity]
observed = "observed.tif"
model = "model.tif"
tile = 8
[fires.south.severity]
observed = "observed.tif"
model = "nothing.tif"
tile = 8
"""


def test_a_screen_shows_the_cards_of_every_fire(fires, written, tmp_path):
    (tmp_path / "forecast").symlink_to(tmp_path)
    done = fires("wildfire", "case", written("case.toml", CASE), "forecast", "--replicates", "200")
    assert (done.returncode, done.stderr) == (0, "")
    assert "forecast  all fires pooled  75.09  47.85 to 91.23         48.79          75.09" in plain(done.stdout)
    assert "south: The total is no better than the" in plain(done.stdout)


@pytest.mark.parametrize("situation", CASES)
@pytest.mark.usefixtures("fires")
def test_what_is_wrong_with_a_case_is_said_with_its_line(situation, told, written, snapshot, tmp_path):
    (tmp_path / "forecast").symlink_to(tmp_path)
    said = told("case", written("case.toml", CASES[situation]), "forecast")
    assert said == snapshot(f"refused {situation}", said)


FIELDS = {
    "a kind of field that is none": ("observed.tif", "model.tif", "--kind", "shape"),
    "a map of percentages": ("observed.tif", "model.tif", "--kind", "probability"),
    "windows of no cells": ("observed.tif", "model.tif", "--kind", "fss", "--windows", "0,3"),
    "probabilities where classes are wanted": ("observed.tif", "chance.tif", "--kind", "ordinal"),
    "a threshold that only another kind has": ("observed.tif", "model.tif", "--kind", "ordinal", "--threshold", "0.5"),
    "an observation of numbers": ("chance.tif", "chance.tif", "--kind", "fss", "--threshold", "0.5"),
    "a field without data": ("empty.tif", "model.tif", "--kind", "ordinal"),
}


@pytest.mark.parametrize(
    ("kind", "model", "line"),
    [
        ("fss", "model.tif", "3       0.9679  0.95"),
        ("ordinal", "model.tif", "class right                                   0.8534   0.8"),
        ("probability", "chance.tif", "Brier skill                   0.1215  0."),
    ],
)
def test_a_screen_says_how_fields_compare(kind, model, line, fires):
    done = fires("wildfire", "field", "observed.tif", model, "--kind", kind, *NEAR)
    assert (done.returncode, done.stderr) == (0, "")
    assert any(each.startswith(line) for each in plain(done.stdout).splitlines())
    assert "Not counted: not observed 60." in done.stdout


@pytest.mark.parametrize("situation", FIELDS)
@pytest.mark.usefixtures("fires")
def test_what_is_wrong_with_fields_is_said_in_one_message(situation, told, snapshot):
    said = told("field", *FIELDS[situation])
    assert said == snapshot(f"refused {situation}", said)


PERIMETERS = {
    "a projection that stretches": ("one.geojson", "two.geojson", "--crs", "EPSG:3857"),
    "a projection that is none": ("one.geojson", "two.geojson", "--crs", "albers"),
    "a column of times that is not there": ("one.geojson", "two.geojson", "--time", "hour"),
    "a perimeter of points": ("points.geojson", "two.geojson"),
    "a perimeter that is cut off": ("cut.geojson", "two.geojson"),
}


def geojson(*shapes):
    """Shapes with a day each, as text."""
    features = [
        {"type": "Feature", "properties": {"day": str(at)}, "geometry": shape} for at, shape in enumerate(shapes, 1)
    ]
    return json.dumps({"type": "FeatureCollection", "features": features})


def block(left, right):
    """A block at 38 degrees north."""
    ring = [[left, 38], [right, 38], [right, 38.1], [left, 38.1], [left, 38]]
    return {"type": "Polygon", "coordinates": [ring]}


@pytest.fixture
def outlines(mercalli, written):
    """The command in a folder of perimeters."""
    written("one.geojson", geojson(block(-120, -119.9), block(-120, -119.8)))
    written("two.geojson", geojson(block(-120, -119.9), block(-120, -119.85)))
    written("points.geojson", geojson({"type": "Point", "coordinates": [0, 0]}))
    written("cut.geojson", geojson(block(0, 1))[:80])
    return mercalli


def test_a_screen_says_how_perimeters_lie_on_each_other(outlines):
    done = outlines("wildfire", "perimeter", "one.geojson", "two.geojson", "--time", "day", "--crs", "EPSG:5070")
    assert (done.returncode, done.stderr) == (0, "")
    assert "area observed               19,485.1 ha   9,744.4 ha" in done.stdout
    assert "towards                     270 degrees" in done.stdout


@pytest.mark.parametrize("situation", PERIMETERS)
@pytest.mark.usefixtures("outlines")
def test_what_is_wrong_with_perimeters_is_said_in_one_message(situation, told, snapshot):
    said = told("perimeter", *PERIMETERS[situation])
    assert said == snapshot(f"refused {situation}", said)


@pytest.fixture
def homes(mercalli, written):
    """The command in a folder of lists of structures."""
    for name, content in TABLES.items():
        written(name, content)
    return mercalli


def test_a_screen_says_which_structures_were_lost(homes):
    done = homes("wildfire", "structures", "seen.csv", "said.csv", "--replicates", "200")
    assert (done.returncode, done.stderr) == (0, "")
    assert (
        "said finds 100% of destroyed structures (1 of 1).\nsaid gives 1 false alarm, and misses 0 structures."
        in done.stdout
    )
    assert "Only in the model: 1 (9)." in done.stdout


@pytest.mark.parametrize("situation", STRUCTURES)
@pytest.mark.usefixtures("homes")
def test_what_is_wrong_with_structures_is_said_in_one_message(situation, told, snapshot):
    said = told("structures", *STRUCTURES[situation])
    assert said == snapshot(f"refused {situation}", said)


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


def test_a_screen_says_where_a_model_saw_high_severity(fires, snapshot):
    done = fires("wildfire", "severity", "observed.tif", "model.tif", *NEAR)
    assert (done.returncode, done.stderr) == (0, "")
    assert plain(done.stdout) == snapshot("screen severity 80", plain(done.stdout))


def test_a_screen_marks_what_is_no_better_than_predicting_nothing(fires):
    said = plain(fires("wildfire", "severity", "observed.tif", "nothing.tif", *NEAR).stdout)
    assert "accuracy                0.7197   0.6605 to 0.7720        0.7197  no better\n" in said
    assert "! precision is undefined because nothing was predicted to be of the class." in said


def test_as_firebench_counts_what_nobody_looked_at_is_not_high(fires):
    said = fires("wildfire", "severity", "observed.tif", "nothing.tif", "--like", "firebench", *NEAR).stdout
    assert "nothing: 2,400 cells, 27.3% of them high" in said


@pytest.mark.parametrize("situation", SEVERITY)
@pytest.mark.usefixtures("fires")
def test_what_is_wrong_with_maps_is_said_in_one_message(situation, told, snapshot):
    said = told("severity", *SEVERITY[situation])
    assert said == snapshot(f"refused {situation}", said)


def test_what_is_refused_ends_with_the_code_of_bad_input(fires, snapshot):
    said = refused(fires("wildfire", "severity", "observed.tif", "shifted.tif"))
    assert said == snapshot("refused a model on another grid", said)


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
