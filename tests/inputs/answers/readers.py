"""Readers that several tests use: of the classes of llm_outputs.csv, with letters and numbers as options."""

import csv
import tomllib

from mercalli.inputs.answers.reader import Reader
from mercalli.inputs.classes import ClassList
from mercalli.io.answers import read_answer_tables
from tests.places import FIXTURES

TABLES = read_answer_tables()
_PROFILE = tomllib.loads((FIXTURES / "llm_outputs_profile.toml").read_text(encoding="utf-8"))
CLASSES = ClassList.check(_PROFILE["classes"], _PROFILE["aliases"])


def rows():
    """The examples of the specification, and outputs that somebody wrote without having seen the reader."""
    names = ("", "_unseen", "_traps", "_fresh", "_hostile", "_judged", "_denied")
    return [row for name in names for row in _rows(f"llm_outputs{name}.csv")]


def not_understood():
    """Outputs that a person understands and the reader does not."""
    return _rows("llm_outputs_not_understood.csv")


def sealed():
    """Outputs in sets that were written, with all outcomes that a person accepts, before the reader was run on them."""
    return _rows("llm_outputs_sealed.csv")


def _rows(name):
    with (FIXTURES / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def reader(classes=CLASSES, **settings):
    return Reader.of(classes, TABLES, **{"options": "letters,numbers", **settings})


USUAL = reader()
