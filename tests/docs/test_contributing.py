"""The metric that CONTRIBUTING.md shows may stand in the package as it is printed, and its rows in the tests."""

import doctest
import re
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from mercalli.metrics import facts
from mercalli.metrics.catalogue import catalogue
from tests.metrics import known_values
from tests.places import ROOT
from tests.registry.test_rules import imports

SECTION = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Add a metric")[2].partition("\n## ")[0]
FILE = re.search(r"`(src/mercalli/metrics/\w+/(\w+)\.py)`", SECTION)
SHOWN = re.search(r"^```python\n(.*?)^```", SECTION, re.MULTILINE | re.DOTALL)[1]
ROWS = re.search(r"^```text\n(.*?)^```", SECTION, re.MULTILINE | re.DOTALL)[1]


@pytest.fixture
def module(tmp_path, monkeypatch):
    """The block as a module of its own."""
    catalogue()  # all of ours is recorded before
    monkeypatch.setattr(facts, "RECORDED", dict(facts.RECORDED))
    path = tmp_path / f"{FILE[2]}.py"
    path.write_text(SHOWN, encoding="utf-8")
    spec = spec_from_file_location(FILE[2], path)
    made = module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


@pytest.mark.parametrize("rule", [("check",), ("format", "--check")], ids=lambda rule: rule[0])
def test_the_file_keeps_the_rules_of_its_folder(rule):
    command = [sys.executable, "-m", "ruff", *rule, "--no-cache", "--stdin-filename", FILE[1], "-"]
    done = subprocess.run(command, cwd=ROOT, input=SHOWN, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_file_does_not_import_the_package_root(module):
    assert "mercalli" not in set(imports(Path(module.__file__)))


def test_its_example_comes_out(module, capsys):
    (example,) = doctest.DocTestParser().get_examples(getattr(module, FILE[2]).__doc__)
    exec(example.source, vars(module))  # noqa: S102 - that is the test
    assert float(capsys.readouterr().out) == pytest.approx(float(example.want), abs=5e-5)


def test_its_rows_come_out(module):
    rows = eval(f"[{ROWS}]", vars(known_values))  # noqa: S307 - that is the test
    metric = getattr(module, FILE[2])
    assert [row.value is None for row in rows] == [False, True]
    assert float(metric(rows[0].statistic)) == float(rows[0].value)
    assert metric(rows[1].statistic) != metric(rows[1].statistic)  # not a number
