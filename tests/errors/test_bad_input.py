"""Every bad input is a named error whose text says what, where and what to do.

The texts are kept in snapshots/, one file for each situation; UPDATE_SNAPSHOTS=1 rewrites them.
"""

from __future__ import annotations

import gzip
import json
import random
import re
from hashlib import sha256
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import mercalli
from mercalli.errors import MercalliError

SNAPSHOTS = Path(__file__).parent / "snapshots"
Y = ["fire", "flood", "fire", "flood"]
TABLE = {"truth": Y, "pred": Y, "event": ["quake"] * 4, "w": [1, 2, 3, 4]}
RIGHT = {"truth": "truth", "pred": "pred"}
DECLARED = {"classes": ["fire", "flood"]}
HUMAID = ["injured_or_dead_people", "not_humanitarian"]
TRIAGE = """\
name = "triage"
headline = ["care"]
classes = ["red", "yellow", "green"]

[metrics.care]
kernel = "class_weighted_accuracy"
[metrics.care.weights]
red = 5.0
yelow = 2.0
green = 1.0
"""


def evaluate(data=None, **given):
    return mercalli.evaluate(data, **{**(RIGHT if data is not None else {}), "replicates": 0, **given})


def lists(truth=Y, pred=Y, **given):
    return mercalli.evaluate(truth=truth, pred=pred, **given)


def compare(**given):
    return mercalli.compare(truth=Y, **{"pred": {"one": Y, "two": Y}, **given})


def written(name: str, content: str | bytes) -> str:
    Path(name).write_bytes(content.encode() if isinstance(content, str) else content)
    return name


def profiled(text: str, **given):
    return evaluate({"truth": ["red"], "pred": ["red"]}, profile=written("triage.toml", text), **given)


def many_rows(rows: int = 60_000) -> str:
    """Rows that pack badly, so that a file cut near its end is still longer than its head."""
    noise = random.Random(1)  # noqa: S311 - no secret
    return "truth,pred,noise\n" + "".join(f"fire,flood,{noise.random()}{noise.random()}\n" for _ in range(rows))


def some_parquet() -> bytes:
    sink = pa.BufferOutputStream()
    pq.write_table(pa.table({"truth": Y * 100, "pred": Y * 100}), sink)
    return sink.getvalue().to_pybytes()


def kept_result() -> str:
    return mercalli.to_json(mercalli.evaluate(truth=Y, pred=Y, metrics="accuracy", replicates=0))


def resealed(change) -> str:
    """A result changed by someone who knows how it is sealed."""
    content = json.loads(kept_result())
    del content["seal"]
    change(content)
    plain = json.dumps(content, indent=1, ensure_ascii=False)
    return json.dumps({**content, "seal": f"sha256:{sha256(plain.encode()).hexdigest()}"})


class Constant:
    """A model that has seen one thing."""

    def predict(self, features):
        return ["fire" for _ in features]


def scored(metric: str, **given):
    return mercalli.scorer(metric, **given)(Constant(), Y, Y)


COLUMNS = {
    "unequal lengths of lists": lambda: lists(pred=Y[:3]),
    "unequal lengths of columns": lambda: evaluate({**TABLE, "pred": Y[:1]}),
    "unknown column of a frame": lambda: evaluate(pd.DataFrame(TABLE), pred="prediction"),
    "unknown column of a file": lambda: evaluate(written("rows.csv", "gold,pred\nfire,fire\n")),
    "unknown column of a dict": lambda: evaluate(TABLE, truth="Truth"),
    "unknown weight column": lambda: evaluate(TABLE, weight="weights"),
    "unknown slice column": lambda: evaluate(TABLE, by=["event", "language"]),
    "unknown column of a dict without columns": lambda: evaluate({}),
    "array where a name is wanted": lambda: evaluate(pd.DataFrame(TABLE), truth=Y),
    "array of predictions where a name is wanted": lambda: evaluate(pd.DataFrame(TABLE), pred=np.array(Y)),
    "number where a name is wanted": lambda: evaluate(pd.DataFrame({0: Y, 1: Y}), truth=0, pred="1"),
    "nothing where a name is wanted": lambda: evaluate(TABLE, truth=None),
    "name where an array is wanted": lambda: lists(pred="pred"),
    "name of a system where an array is wanted": lambda: lists(pred={"model": "pred"}),
    "names of slices where arrays are wanted": lambda: lists(by=["event", "language"]),
    "number where an array is wanted": lambda: lists(truth=5),
    "nothing where an array is wanted": lambda: lists(truth=None),
    "table where an array is wanted": lambda: lists(truth=np.zeros((4, 2))),
    "dict where an array is wanted": lambda: lists(truth={"truth": Y}),
    "set where an array is wanted": lambda: lists(truth=set(Y)),
    "list of arrays as systems": lambda: lists(pred=[Y, Y]),
    "lists as labels": lambda: lists(truth=[["fire"], ["flood"]], pred=["fire", "flood"]),
    "data of a wrong kind": lambda: evaluate(np.zeros((4, 2))),
    "rows as dicts": lambda: evaluate([{"truth": "fire", "pred": "fire"}]),
    "one name for two roles": lambda: lists(pred={"truth": Y}),
    "two systems of one name": lambda: evaluate(TABLE, pred=["pred", "pred"]),
    "no system": lambda: evaluate(TABLE, pred=[]),
    "a comparison of one": lambda: compare(pred=Y),
}
ROWS = {
    "no rows in lists": lambda: lists([], []),
    "no rows in a frame": lambda: evaluate(pd.DataFrame(TABLE).head(0)),
    "missing truth in lists": lambda: lists(["fire", None, None, "flood"]),
    "missing truth in one row": lambda: lists(["fire", "flood", None, "flood"]),
    "missing prediction in a frame": lambda: evaluate(pd.DataFrame({**TABLE, "pred": ["fire", None, "flood", None]})),
    "missing prediction in a file": lambda: evaluate(written("rows.csv", "truth,pred\nfire,fire\nflood,\nfire,\n")),
    "blank prediction in a file": lambda: evaluate(written("rows.csv", "truth,pred\nfire,fire\nflood,  \nfire, \n")),
    "missing unit": lambda: lists(unit=["a", None, None, "b"]),
    "nothing but missing rows": lambda: lists([None] * 4, missing="drop"),
    "unknown class in truth": lambda: lists(["fire", "flod", "flod", "flood"], **DECLARED),
    "unknown class in truth of a frame": lambda: evaluate(pd.DataFrame({**TABLE, "truth": list("abcd")}), **DECLARED),
    "unknown class in truth of a profile": lambda: lists(["not_humane"] * 4, HUMAID * 2, profile="humaid"),
    "unknown class in predictions": lambda: lists(pred=["fire", "hail", "hail", "storm"], **DECLARED),
    "unknown classes in predictions": lambda: lists(pred=list("abcd"), **DECLARED),
    "unknown class in predictions of a file": lambda: evaluate(
        written("rows.csv", "truth,pred\nfire,fire\nflood,flod\nfire,flod\n"), **DECLARED
    ),
    "unknown class in one of two systems": lambda: evaluate(
        {**TABLE, "other": ["fire", "hail", "fog", "flood"]}, pred=["pred", "other"], **DECLARED
    ),
    "truth values against numbers": lambda: lists([True, False, True, False], [1, 0, 0, 1]),
    "infinite label": lambda: lists([1.0, 0.0, float("inf"), 1.0], [1, 0, 1, 1]),
    "too many classes": lambda: lists(*[[f"message {number}" for number in range(1001)]] * 2),
    "one declared class": lambda: lists(classes=["fire"]),
    "no declared class": lambda: lists(classes=[]),
    "classes as one text": lambda: lists(classes="fire, flood"),
    "classes as a number": lambda: lists(classes=2),
    "predictions that are mostly no class": lambda: lists(pred=["hail", "mud slide", "hail", Y[3]]),
    "classes that are spelt alike": lambda: lists(classes=["fire", "Fire", "flood"]),
    "a nameless class": lambda: lists(classes=["fire", "flood", ""]),
    "a class that the profile lacks": lambda: lists(profile="humaid", classes=["injured_or_dead_peple", "flood"]),
}
WEIGHTS = {
    "negative weight": lambda: lists(weight=[1, -2, 3, -0.5]),
    "negative weight in a file": lambda: evaluate(written("rows.csv", "truth,pred,w\nfire,fire,-1\n"), weight="w"),
    "infinite weight": lambda: lists(weight=[1, 2, 3, float("inf")]),
    "weight that is not a number": lambda: lists(weight=[1, float("nan"), float("nan"), 4]),
    "weight that is NaN in a polars frame": lambda: evaluate(
        pl.DataFrame({**TABLE, "w": [1.0, float("nan"), 3.0, 4.0]}), weight="w"
    ),
    "missing weight": lambda: lists(weight=[1, None, None, 4]),
    "weights that are words": lambda: lists(weight=["much", "little", "1", "2"]),
    "weights that are words in a pandas frame": lambda: evaluate(
        pd.DataFrame({**TABLE, "w": ["much", "little", "1", "2"]}), weight="w"
    ),
    "weights that are words in a polars frame": lambda: evaluate(
        pl.DataFrame({**TABLE, "w": ["much", "little", "1", "2"]}), weight="w"
    ),
    "weights that are words in a file": lambda: evaluate(
        written("rows.csv", "truth,pred,w\nfire,fire,1\nflood,flood,much\n"), weight="w"
    ),
    "weights too large to square": lambda: lists(weight=[1e300, 1, 1, 1]),
    "weights too small to square": lambda: lists(weight=[1e-320] * 4),
    "no weight at all": lambda: lists(weight=[0, 0, 0, 0]),
}
FILES = {
    "absent file": lambda: evaluate("predictions.csv"),
    "glob without a match": lambda: evaluate("predictions_*.csv"),
    "folder": lambda: evaluate("."),
    "file of an unknown kind": lambda: evaluate(written("rows.docx", b"PK")),
    "file without an ending": lambda: evaluate(written("rows", "truth,pred\n")),
    "files of two kinds": lambda: evaluate([written("a.csv", "truth,pred\n"), written("b.parquet", some_parquet())]),
    "empty file": lambda: evaluate(written("rows.csv", "")),
    "empty gzip": lambda: evaluate(written("rows.csv.gz", gzip.compress(b""))),
    "empty json lines in gzip": lambda: evaluate(written("rows.jsonl.gz", gzip.compress(b""))),
    "file of blank lines": lambda: evaluate(written("rows.csv", "\n\n")),
    "header without rows": lambda: evaluate(written("rows.csv", "truth,pred\n")),
    "header that names a column twice": lambda: evaluate(written("rows.csv", "truth,pred,pred\nfire,fire,fire\n")),
    "header that names a column twice but for case": lambda: evaluate(
        written("rows.csv", "truth,pred,Pred\nfire,fire,fire\n")
    ),
    "header that is a mark for spreadsheets": lambda: evaluate(written("rows.csv", "sep=;\ntruth;pred\nfire;fire\n")),
    "frame that names a column twice": lambda: evaluate(pd.DataFrame([["a"] * 3], columns=["truth", "pred", "pred"])),
    "column of lists": lambda: evaluate(pa.table({"truth": [["fire"], ["flood"]], "pred": ["fire", "flood"]})),
    "headers that differ": lambda: evaluate(
        [written("a.csv", "truth,pred\nfire,fire\n"), written("b.csv", "pred,truth\nfire,fire\n")]
    ),
    "row that is too long": lambda: evaluate(written("rows.csv", "truth,pred\nfire,fire\nflood,flood,hail\n")),
    "row that is too short": lambda: evaluate(written("rows.csv", "truth,pred\nfire,fire\nflood\n")),
    "quote that is never closed": lambda: evaluate(written("rows.csv", 'truth,pred\nfire,fire\nflood,"flood\n')),
    "truncated gzip": lambda: evaluate(written("rows.csv.gz", gzip.compress(many_rows(5_000).encode())[:-900])),
    "truncated gzip beyond its head": lambda: evaluate(
        written("rows.csv.gz", gzip.compress(many_rows().encode(), 1)[:-900])
    ),
    "plain text named gzip": lambda: evaluate(written("rows.csv.gz", "truth,pred\nfire,fire\n")),
    "truncated json lines": lambda: evaluate(
        written("rows.jsonl", '{"truth": "fire", "pred": "fire"}\n{"truth": "flood", "pr')
    ),
    "json that is no table": lambda: evaluate(written("rows.json", '"fire"')),
    "truncated parquet": lambda: evaluate(written("rows.parquet", some_parquet()[:-200])),
    "corrupt parquet": lambda: evaluate(written("rows.parquet", some_parquet()[:8] + bytes(60) + some_parquet()[68:])),
    "parquet named csv": lambda: evaluate(written("rows.csv", some_parquet())),
    "binary csv": lambda: evaluate(written("rows.csv", bytes(range(256)) * 4)),
    "text that is not utf-8": lambda: evaluate(written("rows.csv", "truth,pred\ncaf\xe9,fire\n".encode("latin-1"))),
    "text that is not utf-8 beyond its head": lambda: evaluate(
        written("rows.csv", b"truth,pred\n" + b"fire,flood\n" * 120_000 + b"caf\xe9,fire\n")
    ),
}
METRICS = {
    "unknown metric": lambda: lists(metrics=["accuracy", "acuracy"]),
    "metric of another profile": lambda: lists(metrics="dua"),
    "metric that is no text": lambda: lists(metrics=[3]),
    "metrics as a number": lambda: lists(metrics=3),
    "text that is no metric": lambda: lists(metrics="f1 macro"),
    "metric with a nameless option": lambda: lists(metrics="f_beta_macro(2)"),
    "per-class metric where one number is wanted": lambda: lists(metrics="frequency_bias"),
    "gate on a per-class metric": lambda: lists(gates="f_beta(beta=2)>=0.5"),
    "metric of scores": lambda: lists(metrics="roc_auc"),
    "no metric at all": lambda: lists(metrics=[]),
    "option left out": lambda: lists(metrics="f_beta_macro"),
    "unknown option": lambda: lists(metrics="f_beta_macro(bta=2)"),
    "option outside its range": lambda: lists(metrics="f_beta_macro(beta=-1)"),
    "option of a wrong kind": lambda: lists(metrics="f_beta_macro(beta='two')"),
    "option that is no choice": lambda: lists(metrics="f1_macro(undefined='ignore')"),
    "weights for other classes": lambda: lists(metrics="class_weighted_accuracy(weights=[1, 2, 3])"),
    "unknown reading": lambda: lists(HUMAID, HUMAID, profile="humaid", metrics="ecs(reading='any_group')"),
    "scorer of an unknown metric": lambda: mercalli.scorer("dua"),
    "scorer without its option": lambda: mercalli.scorer("f_beta"),
    "scorer of a per-class metric": lambda: mercalli.scorer("f_beta(beta=2)"),
    "scorer of a metric without an average": lambda: mercalli.scorer("frequency_bias"),
    "scorer of an unknown class": lambda: scored("recall", positive="flod"),
}
SETTINGS = {
    "level above one": lambda: lists(level=95),
    "level as a text": lambda: lists(level="95%"),
    "too few replicates": lambda: lists(replicates=10),
    "too many replicates": lambda: lists(replicates=10**12),
    "negative replicates": lambda: lists(replicates=-1),
    "replicates that are not whole": lambda: lists(replicates=150.5),
    "replicates as a text": lambda: lists(replicates="many"),
    "comparison without replicates": lambda: compare(replicates=0),
    "unknown method": lambda: lists(method="bootstrap"),
    "negative seed": lambda: lists(seed=-1),
    "seed that is not whole": lambda: lists(seed=1.5),
    "seed as a text": lambda: lists(seed="today"),
    "unknown like": lambda: lists(like="scipy"),
    "unknown invalid": lambda: lists(invalid="ignore"),
    "unknown missing": lambda: lists(missing="skip"),
    "unknown unknown": lambda: lists(unknown="ignore"),
    "unknown profile": lambda: lists(profile="humad"),
    "absent profile": lambda: lists(profile="triage.toml"),
    "profile of a wrong kind": lambda: lists(profile=3),
    "profile that is binary": lambda: lists(profile=written("triage.toml", b"\xff\xfe\x00")),
    "profile that is no toml": lambda: profiled("name = triage"),
    "profile with a misspelt class": lambda: profiled(TRIAGE),
    "profile with a misspelt setting": lambda: profiled(TRIAGE.replace("headline", "hedline")),
    "profile with a misspelt kernel": lambda: profiled(
        TRIAGE.replace("yelow", "yellow").replace("class_weighted", "class_weigted")
    ),
    "profile with a misspelt headline": lambda: profiled(
        TRIAGE.replace("yelow", "yellow").replace('["care"]', '["car"]')
    ),
    "profile with a negative weight": lambda: profiled(TRIAGE.replace("5.0", "-5.0")),
    "profile whose columns are absent": lambda: profiled(
        TRIAGE.replace("yelow", "yellow") + "[when.ward.icu.care.weights]\nred = 9.0\n"
    ),
}
RESULTS = {
    "absent result": lambda: mercalli.read_result("result.json"),
    "result that is a folder": lambda: mercalli.read_result("."),
    "result that is binary": lambda: mercalli.read_result(written("result.json", b"\xff\xfe\x00")),
    "result that is cut off": lambda: mercalli.read_result(written("result.json", kept_result()[:2000])),
    "json that is no result": lambda: mercalli.read_result(written("result.json", '{"accuracy": 1.0}')),
    "json of a wrong kind": lambda: mercalli.read_result(written("result.json", '{"mercalli": [], "format": 1}')),
    "result of another format": lambda: mercalli.read_result(
        written("result.json", kept_result().replace('"format": 1', '"format": 99'))
    ),
    "result that was changed": lambda: mercalli.from_json(kept_result().replace('"n": 4', '"n": 5', 1)),
    "result with NaN put in": lambda: mercalli.from_json(kept_result().replace('"value": 1.0', '"value": NaN', 1)),
    "result without a seal": lambda: mercalli.from_json(re.sub(r',\s*"seal": "[^"]*"', "", kept_result())),
    "sealed result without its systems": lambda: mercalli.from_json(resealed(lambda content: content.pop("systems"))),
    "sealed result of a wrong shape": lambda: mercalli.from_json(resealed(lambda content: content.update(systems=3))),
    "result written into no folder": lambda: mercalli.write_result(lists(replicates=0), "nowhere/result.json"),
    "result written over a folder": lambda: mercalli.write_result(lists(replicates=0), "."),
    "result written below a file": lambda: mercalli.write_result(
        lists(replicates=0), written("notes.txt", "x") + "/result.json"
    ),
    "unknown system of a result": lambda: lists(replicates=0)["modle"],
    "unknown metric of a result": lambda: lists(replicates=0)["pred"].measure("acuracy"),
    "pair in the other order": lambda: compare().pair("two", "one"),
}
SURE = {**TABLE, "prob_fire": [0.9, 0.2, 0.7, 0.4], "prob_flood": [0.1, 0.8, 0.3, 0.6]}
CONFIDENCE = {
    "probability above one": lambda: evaluate({**SURE, "prob_fire": [0.9, 1.2, 0.7, 0.4]}),
    "probabilities that do not add up to one": lambda: evaluate({**SURE, "prob_fire": [0.9, 0.2, 0.2, 0.4]}),
    "probabilities of a file that do not add up to one": lambda: evaluate(
        written("rows.csv", "truth,pred,prob_fire,prob_flood\nfire,fire,0.9,0.1\nflood,flood,0.9,0.8\n")
    ),
    "probabilities that miss a class": lambda: evaluate({**SURE, "truth": [*Y[:3], "storm"]}),
    "missing probability": lambda: evaluate(pd.DataFrame({**SURE, "prob_fire": [0.9, None, 0.7, 0.4]})),
    "probability that is a word": lambda: evaluate({**SURE, "prob_fire": ["0.9", "low", "0.7", "0.4"]}),
    "confidence in per cent": lambda: evaluate({**TABLE, "confidence": [90, 80, 70, 60]}),
    "confidence in a column that is not there": lambda: evaluate(TABLE, confidence="sureness"),
    "confidence of an unknown system": lambda: evaluate(SURE, confidence={"svm": "prob_fire"}),
    "confidence that does not say whose it is": lambda: evaluate(
        {**SURE, "other": Y}, pred=["pred", "other"], confidence="prob_fire"
    ),
    "confidences for too few systems": lambda: evaluate(
        {**SURE, "other": Y}, pred=["pred", "other"], confidence=["prob_fire"]
    ),
    "probabilities of a prefix that no column has": lambda: evaluate(SURE, probabilities="chance_"),
    "probabilities of an unknown class": lambda: evaluate(SURE, probabilities={"storm": "prob_fire"}),
    "probabilities as a table": lambda: lists(probabilities=np.ones((4, 2))),
    "confidence and probabilities": lambda: evaluate(SURE, confidence="prob_fire", probabilities="prob_"),
    "no confidence and probabilities": lambda: evaluate(SURE, confidence=False, probabilities="prob_"),
    "machine accuracy of one": lambda: evaluate(SURE, machine_accuracy=1.0),
}
SITUATIONS = CONFIDENCE | COLUMNS | ROWS | WEIGHTS | FILES | METRICS | SETTINGS | RESULTS


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    """So that files are called by their names alone."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("situation", SITUATIONS)
def test_bad_input_is_a_named_error_with_a_kept_text(situation, snapshot):
    with pytest.raises(MercalliError) as caught:
        SITUATIONS[situation]()
    found = f"{type(caught.value).__name__}: {_without_digests(str(caught.value))}\n"
    assert found == snapshot(situation, found)


def _without_digests(text: str) -> str:
    return re.sub(r"sha256:[0-9a-f]{64}", "sha256:...", text)


def kept() -> list[str]:
    return sorted(file.stem for file in SNAPSHOTS.glob("*.txt"))


def text_of(name: str) -> str:
    """The text without the name of the error."""
    return (SNAPSHOTS / f"{name}.txt").read_text(encoding="utf-8").split(": ", 1)[1].strip()


def test_every_kept_text_belongs_to_a_situation():
    assert set(kept()) <= {situation.replace(" ", "_") for situation in SITUATIONS}


@pytest.mark.parametrize("name", kept())
def test_a_text_is_whole_sentences(name):
    assert re.fullmatch(r"[A-Z0-9'`\"].*[.)']", text_of(name), re.DOTALL)


@pytest.mark.parametrize("name", kept())
def test_a_text_does_not_speak_of_one_in_the_plural(name):
    assert not re.search(r"\b1 (rows|predictions|units|classes|columns)\b", text_of(name))


INSIDES = (
    "Binder Error",
    "Conversion Error",
    "Invalid Input Error",
    "Parser Error",
    "TProtocolException",
    "Errno",
    "codec",
    "dtype",
    "pending query",
    "struct entry",
    "<U",
)


@pytest.mark.parametrize("name", kept())
def test_a_text_speaks_of_the_data_and_not_of_our_tools(name):
    assert [word for word in INSIDES if word in text_of(name)] == []


@pytest.mark.parametrize("name", kept())
def test_a_text_names_no_place_of_this_machine(name):
    assert not re.search(r"(?<![\w.])/(tmp|work|home|root|var|usr)/", text_of(name))
