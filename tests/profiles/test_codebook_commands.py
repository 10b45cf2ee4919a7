"""Codes, scales, sectors and priorities of one's own from the shell: they work, and mistakes end with exit code 2."""

import numpy as np
import pytest

from mercalli import from_json
from mercalli.tasks.wildfire.result import FireCounts
from tests.metrics.known_sets import RUN
from tests.shell.screen import refused
from tests.tasks.cheers.cheers_files import gold_text, run_text

SECTORS = "\n".join(f"s{number} = {number}" for number in range(11))
FILES = {
    "codes.toml": 'name = "soil"\nhigh = [30]\nclasses = [10, 20, 30]\n[codes]\n10 = "low"\n20 = "mid"\n30 = "high"\n',
    "scale.toml": 'name = "flood"\nlevels = ["dry", "wet", "gone"]\n[lost]\ngone = ["gone"]\nwet = ["wet", "gone"]\n',
    "sectors.toml": f'name = "mine"\n[sectors]\n{SECTORS}\n',
    "priorities.toml": 'name = "triage"\nlevels = ["green", "yellow", "red"]\nurgent = ["red"]\n',
    "seen.csv": "id,damage\n1,Dry\n2,Wet\n3,Gone\n",
    "said.csv": "id,pred\n1,wet\n2,gone\n3,gone\n",
    "gold.csv": gold_text(),
    "run.csv": run_text(RUN),
    "stream.csv": "priority,score\ngreen,0.1\nred,0.9\nyellow,0.3\nred,0.2\n",
}
CALLS = {
    "codes.toml": ("wildfire", "severity", "seen.npy", "said.npy", "--product", "codes.toml"),
    "scale.toml": ("wildfire", "structures", "seen.csv", "said.csv", "--scale", "scale.toml", "--positive", "wet"),
    "sectors.toml": ("cheers", "score", "run.csv", "--gold", "gold.csv", "--sectors", "sectors.toml"),
    "priorities.toml": ("alerts", "stream.csv", "--levels", "priorities.toml", "--k", "2"),
}


@pytest.fixture
def shell(mercalli, written, tmp_path):
    """The command in a folder of maps, tables and TOML files."""
    for name, content in FILES.items():
        written(name, content)
    np.save(tmp_path / "seen.npy", np.array([[10, 30], [30, 20]]))
    np.save(tmp_path / "said.npy", np.array([[30, 30], [10, 20]]))
    return mercalli


def sealed(shell, file):
    done = shell(*CALLS[file], "--json", "--replicates", "0")
    assert (done.returncode, done.stderr) == (0, "")
    return from_json(done.stdout)


def test_codes_of_ones_own_say_what_is_high(shell):
    assert sealed(shell, "codes.toml").systems[0].counts == FireCounts(tp=1, fp=1, fn=1, tn=1)


def test_a_scale_of_ones_own_says_what_is_lost_and_is_named_in_the_result(shell):
    found = sealed(shell, "scale.toml")
    assert found.systems[0].counts == FireCounts(tp=2, fp=1, fn=0, tn=0)
    assert found.provenance.settings["scale"].startswith("flood sha256:")


def test_sectors_of_ones_own_are_named_in_the_result(shell):
    found = sealed(shell, "sectors.toml")
    assert found.provenance.roles["sectors"] == "sectors.toml"
    assert "s10" in {each.name for each in found.systems[0].sectors}


def test_priorities_of_ones_own_say_what_is_urgent(shell):
    found = sealed(shell, "priorities.toml")
    assert found.systems[0].counts.urgent == 2
    assert found.provenance.settings["levels"].startswith("triage sha256:")


@pytest.mark.parametrize("file", CALLS)
def test_a_wrong_file_is_refused_with_its_line(file, shell, written):
    written(file, f"nme = 3\n{FILES[file]}")
    assert f"'nme'. Did you mean 'name'? (line 1 of {file})" in " ".join(refused(shell(*CALLS[file])).split())
