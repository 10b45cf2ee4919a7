"""Patterns that functions make, noted while these are called. Run as a script, this file prints them as JSON."""

from __future__ import annotations

import ast
import csv
import gc
import json
import re
import subprocess
import sys
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

import mercalli
from mercalli.inputs.answers.reader import Reader
from mercalli.inputs.classes import ClassList
from mercalli.io.answers import read_answer_tables
from mercalli.io.cells import as_written
from mercalli.io.layout import Layout
from mercalli.stats.bare_texts import bare_texts
from mercalli.tasks.stress.texts.catalogue import usual_stresses
from mercalli.text.clusters import clusters
from tests.places import FIXTURES, ROOT

HOUSE = Path(mercalli.__path__[0])
CALLS = {"compile", "sub", "subn", "match", "fullmatch", "search", "split", "findall", "finditer"}
OF_USERS = {"inputs/answers/rules.py", "io/answers.py"}  # an engine that does not backtrack matches these
SETS = ["Labels: fire, flood", "fire: yes, flood: no", "both the fire and the flood, but not hail", '["flood"]', "none"]


def sites():
    """Every call of `re` in a function, by file and line."""
    for file in sorted(HOUSE.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
        for node in (each for function in functions for each in ast.walk(function)):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in {f"re.{name}" for name in CALLS}:
                yield file.relative_to(HOUSE).as_posix(), node


def constants():
    """Patterns that stand in such calls as they are, with how they are used."""
    return {
        f"{file}:{node.lineno}": (re.compile(node.args[0].value), {node.func.attr})
        for file, node in sites()
        if isinstance(node.args[0], ast.Constant) and node.func.attr != "compile"
    }


def made():
    """Patterns that are made while functions run, by file, line and the function that makes them."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.text.inside"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [
        (where, line, name, re.compile(pattern, flags)) for where, line, name, pattern, flags in json.loads(done.stdout)
    ]


def note_patterns():
    """From now on, what is compiled in a function of ours is noted."""
    noted, own = {}, re._compile  # noqa: SLF001 - all ways to use a pattern come here

    def compiled(pattern, flags):
        found = own(pattern, flags)
        frame = sys._getframe(2)  # noqa: SLF001 - who called the function of `re`
        file = Path(frame.f_code.co_filename)
        if file.is_relative_to(HOUSE) and frame.f_code.co_name != "<module>" and isinstance(found.pattern, str):
            name = frame.f_code.co_name if frame.f_code.co_name != "of" else frame.f_back.f_code.co_name
            where = (file.relative_to(HOUSE).as_posix(), frame.f_lineno)
            noted[where[0], found.pattern, found.flags] = (*where, name, found.pattern, int(found.flags))
        return found

    re._compile = compiled  # noqa: SLF001 - as above
    return noted


def call_them(folder):
    """What makes patterns: answers, sets of labels, CSV, TOML with a mistake, texts, damaged files."""
    with (FIXTURES / "llm_outputs.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    classes = sorted({row["expected_label"] for row in rows if row["expected_label"]})
    outputs = [row["raw"] for row in rows]
    mercalli.answers(pred=[*outputs, "これは火事です"], classes=[*classes, "火事"])
    truths = [*classes, *["fire;flood;hail"] * (len(outputs) + len(SETS) - len(classes))]
    wrong = mercalli.AnswerSettings(unread="wrong")
    given = {"truth": truths, "pred": outputs + SETS}
    mercalli.multilabel(given, truth="truth", pred="pred", answers=wrong, replicates=0)
    bare_texts(["fire @a #b", "flood"])
    usual_stresses()
    clusters("é")
    as_written("'=1")
    (folder / "a.csv").write_text('truth,pred,"te""xt"\na,a,"b\nc"\nb,"b",=1\n')
    mercalli.evaluate(folder / "a.csv", truth="truth", pred="pred", replicates=0)
    files = {"ragged.csv": 'truth,pred\na,a,b\n"a\n', "cut.parquet": "PAR1", "wrong.toml": "name = 'a'\nnames = 1\n"}
    for name, text in files.items():
        (folder / name).write_text(text)
        with suppress(mercalli.MercalliError):
            given = {"profile": folder / name} if name.endswith("toml") else {}
            mercalli.evaluate(folder / ("a.csv" if given else name), truth="truth", pred="pred", **given)


def ask_for_the_rest():
    """Those that an object makes when it needs them: of every object that there is."""
    reader = Reader.of(ClassList.inferred(["fire", "flood"]), read_answer_tables())
    reader.answer("Is it a fire? No, I would say that this is not a fire. If anything, the class is flood.")
    kept = (reader, Layout())
    for each in gc.get_objects():
        if str(type(each).__module__).startswith("mercalli."):
            parts = {name: part for name, part in vars(type(each)).items() if isinstance(part, cached_property)}
            for name in (name for name, part in parts.items() if "Pattern" in str(part.func.__annotations__)):
                getattr(each, name)
    return kept


if __name__ == "__main__":
    found = note_patterns()
    with TemporaryDirectory() as place:
        call_them(Path(place))
    for _ in range(3):  # what is asked for may make others
        ask_for_the_rest()
    print(json.dumps([*found.values()]))  # noqa: T201 - that is what it is for
