"""Cases whose options cannot be, and the case of the documentation."""

import inspect
import re

import pytest

from mercalli import fire_case
from mercalli.errors import MapError, MercalliError
from mercalli.tasks.wildfire.case.data import KINDS
from mercalli.tasks.wildfire.case.evaluate import JOBS, OURS
from tests.places import DOCS
from tests.tasks.wildfire.maps import severity, tiff, wrong

PAGE = DOCS / "wildfire.md"
PLACES = '{"type": "FeatureCollection", "features": [%s]}'
PLACE = '{"type": "Feature", "properties": {"damage": "%s"}, "geometry": {"type": "Point", "coordinates": [%s, 38]}}'
RECALL = "Binary High Severity Recall"


@pytest.fixture
def folder(tmp_path):
    """What the case of the documentation names."""
    (tmp_path / "model").mkdir()
    for seen, said in (("cameron-peak", "cameron"), ("east-troublesome", "east")):
        tiff(tmp_path / f"{seen}.tif", severity())
        tiff(tmp_path / "model" / f"{said}.tif", wrong(severity(), share=0.5))
    places = PLACES % ",".join([PLACE % ("Destroyed", -120), PLACE % ("No Damage", -121)])
    (tmp_path / "inspections.geojson").write_text(places, encoding="utf-8")
    said = "pred,latitude,longitude\n1,38,-120\n0,38,-121\n"
    (tmp_path / "model" / "structures.csv").write_text(said, encoding="utf-8")
    return tmp_path


def ran(folder, text):
    (folder / "case.toml").write_text(text, encoding="utf-8")
    return fire_case(folder / "case.toml", str(folder / "model"), replicates=0).models[0]


def test_the_case_of_the_documentation_runs(folder):
    text = re.search(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[1]
    model = ran(folder, text)
    assert model.pooled.total > model.pooled.nothing == 0


def severity_case(more):
    return f"[fires.a.severity]\nobserved = 'cameron-peak.tif'\nmodel = 'cameron.tif'\n{more}\n"


def test_a_kpi_beyond_its_normalisation_is_named(folder):
    with pytest.raises(MapError, match=rf"{RECALL} is 0\.\d+, and its normalisation takes values between 0.99 and 1"):
        ran(folder, severity_case(f"[normalisation.'{RECALL}']\nhow = 'bounded_linear'\na = 0.99\nb = 1"))


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("not_observed = 'x'", "a whole number or a list of them"),
        ("high = 'four'", "a whole number"),
        ("high = [true]", "a whole number"),
        ("tile = 'a'", "'tile' must be a whole number"),
        ("domain = 3", "the path of a file"),
        ("threshold = 'x'", "a number"),
        ("colour = 1", "no setting 'colour'"),
    ],
)
def test_options_of_a_wrong_kind_are_told_with_their_line(option, words, folder):
    with pytest.raises(MercalliError, match=words):
        ran(folder, severity_case(option))


@pytest.mark.parametrize("end", ["[1]", "'x'", "true", "nan"])
def test_ends_of_a_normalisation_are_numbers(end, folder):
    with pytest.raises(MercalliError, match="'a' must be a finite number"):
        ran(folder, severity_case(f"[normalisation.'{RECALL}']\nhow = 'bounded_linear'\na = {end}\nb = 1"))


@pytest.mark.parametrize("kind", JOBS)
def test_every_option_has_a_kind(kind):
    parameters = inspect.signature(JOBS[kind]).parameters.values()
    options = [each for each in parameters if each.kind is each.KEYWORD_ONLY and each.name not in OURS]
    assert {each.annotation.removesuffix(" | None") for each in options} <= KINDS.keys()


def test_codes_of_a_file_are_looked_for_beside_the_case(folder):
    codes = 'name = "low"\nhigh = [1]\nclasses = [1, 2, 3, 4]\n[codes]\n1 = "a"\n2 = "b"\n3 = "c"\n4 = "d"\n'
    (folder / "low.toml").write_text(codes, encoding="utf-8")
    own, named = (ran(folder, severity_case(option)).fires for option in ("product = 'low.toml'", "high = 1"))
    assert own == named
