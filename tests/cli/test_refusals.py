"""Everything wrong gives one clear message on standard error, exit code 2 and no traceback.

The texts are kept in snapshots/, one file for each situation; UPDATE_SNAPSHOTS=1 rewrites them.
"""

import gzip
import re

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.shell.screen import refused

ROWS = "rows.csv"
ENGINE_WORDS = re.compile(r"(Binder|Parser|Conversion|Invalid Input|IO) Error")
COMPARED = ("compare", ROWS, "other.csv")
ONE_CHANGED = "id,truth,pred\n1,flood,fire\n"
SITUATIONS = {
    # commands and options
    "unknown command": ("evaluat", ROWS),
    "unknown option": ("evaluate", ROWS, "--profil", "humaid"),
    "no file": ("evaluate",),
    "an argument too many": ("demo", "here"),
    "word that is no number": ("evaluate", ROWS, "--level", "high"),
    "word that is no choice": ("evaluate", ROWS, "--method", "bcca"),
    "level above one": ("evaluate", ROWS, "--level", "95"),
    "too few replicates": ("evaluate", ROWS, "--replicates", "50"),
    "too many replicates": ("threshold", "scores.csv", "--replicates", "1000000000000"),
    "examples in a sealed result": ("compare", ROWS, "--pred", "pred,other", "--examples", "2", "--json"),
    "number in a form that is none": ("evaluate", ROWS, "--replicates", "1e3"),
    "engine that is no choice": ("evaluate", ROWS, "--engine", "sparkk"),
    "fewer examples than none": ("compare", ROWS, "--examples", "-1"),
    "examples without a folder": ("evaluate", ROWS, "--examples", "3"),
    "master of no spark": ("evaluate", ROWS, "--spark-master", "local[2]"),
    "metrics that are empty": ("evaluate", ROWS, "--metrics", ""),
    "list of nothing": ("evaluate", ROWS, "--pred", ","),
    # columns
    "unknown truth": ("evaluate", ROWS, "--truth", "trth"),
    "unknown slice": ("evaluate", ROWS, "--by", "lnag"),
    "unknown weight": ("evaluate", ROWS, "--weight", "weigth"),
    "scores that are dates": ("threshold", "dates.parquet"),
    "scores to rank that are dates": ("rank", "dates.parquet"),
    "weights too large to add up": ("evaluate", "heavy.csv", "--weight", "w"),
    "weights of scores too large to add up": ("rank", "heavy.csv", "--weight", "w"),
    "weight that is text": ("evaluate", ROWS, "--weight", "lang"),
    "unknown id": ("compare", ROWS, "--pred", "pred,other", "--id", "idd"),
    "unknown id of two files": (*COMPARED, "--id", "idd"),
    "truth as prediction": ("evaluate", ROWS, "--truth", "truth", "--pred", "truth"),
    "truth that is empty": ("evaluate", ROWS, "--truth", ""),
    "usual truth as prediction": ("evaluate", ROWS, "--pred", "truth"),
    "prediction named twice": ("evaluate", ROWS, "--pred", "pred,pred"),
    "no usual truth": ("evaluate", "unusual.csv"),
    "no usual pred": ("evaluate", "unusual.csv", "--truth", "what"),
    "two usual truths": ("evaluate", "ambiguous.csv"),
    "scores as truths": ("evaluate", "scores.csv", "--truth", "score", "--pred", "truth"),
    # classes, metrics, profiles, gates
    "prediction outside the classes": ("evaluate", "outside.csv", "--classes", "fire,flood"),
    "truth outside the profile": ("evaluate", ROWS, "--profile", "humaid"),
    "missing labels": ("evaluate", "missing.csv"),
    "unknown metric": ("evaluate", ROWS, "--metrics", "acuracy"),
    "metric in capitals": ("metrics", "F1_Macro"),
    "profile metric in capitals": ("metrics", "DUA"),
    "gate in capitals": ("evaluate", ROWS, "--gate", "MCC>=0.5"),
    "metric of one class": ("evaluate", ROWS, "--metrics", "frequency_bias"),
    "metric with a wrong option": ("evaluate", ROWS, "--metrics", "f_beta_macro(bta=2)"),
    "metric with a word for a number": ("evaluate", ROWS, "--metrics", "f_beta_macro(beta='x')"),
    "code as a metric": ("evaluate", ROWS, "--metrics", "__import__('os')"),
    "unknown reading": ("evaluate", ROWS, "--like", "orginal"),
    "unknown profile": ("evaluate", ROWS, "--profile", "humad"),
    "check of a wrong profile": ("profile", "check", "wrong.toml"),
    "check of a profile with a wrong headline": ("profile", "check", "headline.toml"),
    "check of a profile that is no toml": ("profile", "check", "broken.toml"),
    "new profile of an unknown truth": ("profile", "new", ROWS, "--truth", "trth"),
    "new profile without a name": ("profile", "new", ROWS, "--name", ""),
    "new profile of no rows": ("profile", "new", "header.csv"),
    "new profile of one class": ("profile", "new", "other.csv"),
    "gate with a wrong sign": ("evaluate", ROWS, "--gate", "accuracy=>0.5"),
    "gate with a wrong end": ("evaluate", ROWS, "--gate", "accuracy.lower>=0.5"),
    "gate on an unknown metric": ("evaluate", ROWS, "--gate", "acuracy>=0.5"),
    "gate on an unknown slice": ("evaluate", ROWS, "--by", "lang", "--gate", "slice:lnag.accuracy>=0.5"),
    "gate on slices without slices": ("evaluate", ROWS, "--gate", "slice:lang.accuracy>=0.5"),
    "gate on an unknown class": ("evaluate", ROWS, "--gate", "class:fie.recall>=0.5"),
    "absent gate file": ("evaluate", ROWS, "--gate-file", "absent.toml"),
    "folder for a gate file": ("evaluate", ROWS, "--gate-file", "."),
    "gate file with a wrong gate": ("evaluate", ROWS, "--gate-file", "gates.toml"),
    "gate file with a wrong key": ("evaluate", ROWS, "--gate-file", "key.toml"),
    "gate file that is no toml": ("evaluate", ROWS, "--gate-file", "broken.toml"),
    "gate file without gates": ("evaluate", ROWS, "--gate-file", "wrong.toml"),
    # files
    "absent file": ("evaluate", "absent.csv"),
    "misspelt file": ("evaluate", "./row.csv"),
    "folder for a file": ("evaluate", "folder.csv"),
    "unknown kind": ("evaluate", "rows.docx"),
    "empty file": ("evaluate", "empty.csv"),
    "blank lines": ("evaluate", "blank.csv"),
    "header without rows": ("evaluate", "header.csv"),
    "column named twice": ("evaluate", "twice.csv"),
    "column named twice but for case": ("evaluate", "case.csv"),
    "row that is too short": ("evaluate", "short.csv"),
    "quote that is never closed": ("evaluate", "quote.csv"),
    "bytes that are not utf8": ("evaluate", "latin.csv"),
    "unknown encoding": ("evaluate", ROWS, "--encoding", "klingon"),
    "binary csv": ("evaluate", "binary.csv"),
    "wide text that is not said to be so": ("evaluate", "wide.csv"),
    "row that is too long": ("evaluate", "long.csv"),
    "text after a quote": ("evaluate", "after_quote.csv"),
    "returns that part rows": ("evaluate", "returns.csv"),
    "stream for a file": ("evaluate", "/dev/null"),
    "standard input": ("evaluate", "-"),
    "parquet with a column named twice": ("evaluate", "twice.parquet"),
    "unknown column among many": ("evaluate", "many.csv", "--pred", "pretd"),
    "broken parquet": ("evaluate", "broken.parquet"),
    "cut gzip": ("evaluate", "cut.csv.gz"),
    "broken json": ("evaluate", "broken.jsonl"),
    # several files
    "one file twice": ("evaluate", ROWS, f"./{ROWS}"),
    "comparison of one system": ("compare", ROWS),
    "comparison of the only system there is": ("compare", "other.csv"),
    "items of one file only": COMPARED,
    "items twice": ("compare", ROWS, "repeated.csv"),
    "items without an id": ("compare", ROWS, "no_id.csv"),
    "items with another truth": ("compare", "other.csv", "changed.csv"),
    "rows that do not match": ("compare", "no_ids.csv", "no_ids_longer.csv"),
    # places to write
    "existing folder": ("evaluate", ROWS, "--out", "folder.csv"),
    "existing folder of something else": ("evaluate", ROWS, "--out", "folder.csv", "--overwrite"),
    "folder inside a file": ("evaluate", ROWS, "--out", "rows.csv/report"),
    "demo over something else": ("demo", "--out", "folder.csv"),
    # reports
    "tables for a paper without a folder": ("evaluate", ROWS, "--latex"),
    "tables of a comparison without a folder": ("compare", ROWS, "--pred", "pred,other", "--latex"),
    "no predictions without a folder": ("evaluate", ROWS, "--no-predictions"),
    "overwriting without a folder": ("evaluate", ROWS, "--overwrite"),
    "overwriting a comparison without a folder": ("compare", ROWS, "--pred", "pred,other", "--overwrite"),
    "names of items without a folder": ("evaluate", ROWS, "--id", "id"),
    "texts and no texts": ("evaluate", ROWS, "--text", "lang", "--no-text"),
    "unknown text": ("evaluate", ROWS, "--text", "txt", "--out", "report"),
    "unknown id of a report": ("evaluate", ROWS, "--id", "idd", "--out", "report"),
    "report of an absent result": ("report", "absent.json", "--out", "report"),
    "report of a table": ("report", ROWS, "--out", "report"),
    "report of a cut result": ("report", "cut.json", "--out", "report"),
    "report of a newer result": ("report", "newer.json", "--out", "report"),
    "report of a result that is not sealed": ("report", "open.json", "--out", "report"),
    "report without a place": ("report", "cut.json"),
    "report over something else": ("report", "cut.json", "--out", "folder.csv", "--overwrite"),
    "view of no folder": ("view", "reprot"),
    "view of a file": ("view", ROWS),
    "view of a folder without a page": ("view", "folder.csv"),
}


def dated_scores():
    """A Parquet file with days in the column of scores."""
    sink = pa.BufferOutputStream()
    days = pa.array(range(20), pa.int32()).cast(pa.date32())
    pq.write_table(pa.table({"truth": [0, 1] * 10, "score": days}), sink)
    return sink.getvalue().to_pybytes()


def twice_named():
    """A Parquet file with two columns of one name."""
    sink = pa.BufferOutputStream()
    pq.write_table(pa.table([["fire"], ["flood"], ["fire"]], ["truth", "truth", "pred"]), sink)
    return sink.getvalue().to_pybytes()


FILES = {
    "other.csv": "id,truth,pred\n1,fire,fire\n",
    "changed.csv": ONE_CHANGED,
    "repeated.csv": "id,truth,pred\n1,fire,fire\n1,fire,fire\n",
    "no_ids.csv": "truth,pred\nfire,fire\nflood,fire\n",
    "no_ids_longer.csv": "truth,pred\nfire,fire\nflood,fire\nflood,fire\n",
    "unusual.csv": "what,guess,place\nfire,fire,north\nflood,fire,south\n",
    "ambiguous.csv": "label,gold,pred\nfire,fire,fire\n",
    "scores.csv": "truth,score\n" + "".join(f"fire,0.{at:04}\n" for at in range(1, 1500)),
    "outside.csv": "truth,pred\nfire,smoke\nflood,flood\n",
    "missing.csv": "truth,pred\nfire,fire\n,fire\nflood,\n",
    "wrong.toml": 'name = "x"\nclasses = ["fire", "flood"]\nheadline = ["w"]\n\n[metrics.w]\n'
    'kernel = "class_weighted_accuracy"\nweights = { fire = 2, flod = 1 }\n',
    "headline.toml": 'name = "x"\nclasses = ["fire", "flood"]\nheadline = ["acuracy"]\n',
    "broken.toml": 'name = "x"\nclasses = ["fire"\n',
    "gates.toml": 'gates = [\n    "accuracy>=0.5",\n    "accuracy=>0.5",\n]\n',
    "key.toml": 'gates = ["accuracy>=0.5"]\ngate = ["mcc>=0.5"]\n',
    "rows.docx": "PK",
    "empty.csv": "",
    "blank.csv": "\n\n\n",
    "header.csv": "truth,pred\n",
    "twice.csv": "truth,pred,pred\na,a,b\n",
    "case.csv": "truth,pred,Pred\na,a,b\n",
    "short.csv": "id,truth,pred\n1,fire,fire\n2,flood\n3,flood,flood\n",
    "long.csv": "id,truth,pred\n1,fire,fire\n2,flood,fire,x\n3,flood,flood\n",
    "quote.csv": 'id,truth,pred\n1,"fire,fire\n2,flood,fire\n',
    "returns.csv": "id,truth,pred\n1,fire,fire\n2,flood,fire\r3,flood,flood\n",
    "after_quote.csv": 'id,truth,pred\n1,"fire",fire\n2,"flood"s,fire\n',
    "no_id.csv": "id,truth,pred\n1,fire,fire\n,fire,fire\n",
    "latin.csv": "truth,pred\nfeu,feu\nforêt,feu\n".encode("latin-1"),
    "wide.csv": "truth,pred\nfeu,feu\n".encode("utf-16"),
    "binary.csv": b"truth,pred\n\x00\x01,a\n",
    "broken.parquet": "no parquet at all",
    "twice.parquet": twice_named(),
    "dates.parquet": dated_scores(),
    "heavy.csv": "truth,pred,score,w\n" + "0,0,0.2,1\n1,1,0.8,1e308\n" * 10,
    "many.csv": ",".join(["truth", "pred", *map(str, range(3000))]) + "\n",
    "cut.csv.gz": gzip.compress(b"truth,pred\nfire,fire\n", mtime=0)[:20],
    "cut.json": '{\n "mercalli": "evaluation",\n "format": 1,\n "headline": [\n  "acc',
    "newer.json": '{"mercalli": "evaluation", "format": 99, "seal": "sha256:0"}',
    "open.json": '{"mercalli": "evaluation", "format": 1}',
    "broken.jsonl": '{"truth": "a", "pred": "a"}\n{"truth": "b", "pred":\n',
}


HINTS = {
    "unknown truth": "Did you mean 'truth'?",
    "unknown slice": "Did you mean 'lang'?",
    "unknown id": "Did you mean 'id'?",
    "unknown metric": "Did you mean 'accuracy'?",
    "profile metric in capitals": "Did you mean 'dua'?",
    "gate in capitals": "Did you mean 'mcc'?",
    "misspelt file": "Did you mean './rows.csv'?",
    "engine that is no choice": "Did you mean 'spark'?",
    "gate file with a wrong gate": "line 3 of 'gates.toml'",
    "gate file with a wrong key": "line 2 of 'key.toml'",
    "gate on slices without slices": "--by",
    "metric in capitals": "Did you mean 'f1_macro'?",
    "unknown profile": "Did you mean 'humaid'?",
    "missing labels": "--missing drop",
    "prediction outside the classes": "--invalid wrong",
    "truth outside the profile": "--unknown default",
    "too few replicates": "--replicates",
    "gate with a wrong sign": "cannot be read as a gate",
    "check of a profile with a wrong headline": "line 3 of headline.toml",
    "wide text that is not said to be so": "--encoding utf-16",
    "comparison of one system": "--pred FIRST,SECOND, or give a second file. Labels of the truth are also in 'other'.",
    "returns that part rows": "Line 3 of 'returns.csv'",
    "row that is too short": "Line 3 of 'short.csv'",
    "quote that is never closed": "quote",
    "folder for a file": "folder",
    "unknown id of two files": "Did you mean 'id'?",
    "gate on an unknown class": "Did you mean 'fire'?",
    "gate on an unknown slice": "Did you mean 'lang'?",
    "unknown command": "Did you mean 'evaluate'?",
    "unknown option": "--profile",
    "new profile of an unknown truth": "Did you mean 'truth'?",
    "check of a wrong profile": "line 7 of wrong.toml",
}


@pytest.fixture
def refusing(mercalli, written, tmp_path):
    """The command in a folder of files with something wrong about each."""
    for name, content in FILES.items():
        written(name, content)
    (tmp_path / "folder.csv").mkdir()
    (tmp_path / "folder.csv" / "notes.txt").write_text("precious", encoding="utf-8")
    return mercalli


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.replace(" ", "_"))
def test_what_is_wrong_is_said_in_one_message(situation, refusing, snapshot):
    said = refused(refusing(*SITUATIONS[situation]))
    assert HINTS.get(situation, "") in " ".join(said.replace("│", "").split())
    assert not ENGINE_WORDS.search(said)
    assert said == snapshot(f"refused {situation}", said)


def test_an_accident_is_not_taken_for_a_missed_gate(mercalli, written):
    """Whatever goes wrong in ways nobody thought of, exit code 1 is for gates."""
    written("sitecustomize.py", "import mercalli.io.tables as t\nt.open_table = lambda *_, **__: 1 / 0\n")
    done = mercalli("evaluate", ROWS, PYTHONPATH=".")
    assert "ZeroDivisionError" in done.stderr
    assert done.returncode not in {0, 1}
