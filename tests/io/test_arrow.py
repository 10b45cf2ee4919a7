"""Streams of Arrow batches and datasets of Hugging Face give what the same rows give."""

from __future__ import annotations

import duckdb
import pyarrow as pa
import pytest

import mercalli
from mercalli.errors import FileError, InputError
from mercalli.io.tables import open_database

adbc = pytest.importorskip("adbc_driver_sqlite.dbapi", reason="needs the extra `test`")
datasets = pytest.importorskip("datasets", reason="needs the extra `test`")

ROWS = {
    "truth": ["fire", "flood", "fire", "flood", "fire"] * 20,
    "pred": ["fire", "fire", "fire", "flood", "flood"] * 20,
    "event": ["x", "y"] * 50,
}
ASKED = {"truth": "truth", "pred": "pred", "by": "event"}
LABELS = datasets.ClassLabel(names=["fire", "flood"])
datasets.disable_progress_bars()


def dataset():
    return datasets.Dataset.from_dict(ROWS)


class Capsule:
    """Anything that hands over a stream, and nothing else."""

    def __init__(self) -> None:
        self.table = pa.table(ROWS)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.table.__arrow_c_stream__(requested_schema)


DATA = {
    "reader": lambda: pa.table(ROWS).to_reader(max_chunksize=7),
    "capsule": Capsule,
    "dataset": dataset,
    "filtered": lambda: datasets.concatenate_datasets([dataset()] * 2).filter(
        lambda _, at: at < 100, with_indices=True
    ),
    "class labels": lambda: dataset().cast_column("truth", LABELS).cast_column("pred", LABELS),
    "iterable": lambda: dataset().to_iterable_dataset(),
}


@pytest.mark.parametrize("kind", DATA)
def test_a_stream_gives_what_its_rows_give(kind):
    assert mercalli.evaluate(DATA[kind](), **ASKED).systems == mercalli.evaluate(ROWS, **ASKED).systems


def test_a_group_by_in_sqlite_equals_the_rows():
    with adbc.connect() as database, database.cursor() as cursor:
        cursor.adbc_ingest("predictions", pa.table(ROWS))
        cursor.execute(mercalli.query("evaluate", **ASKED))
        counted = mercalli.evaluate(cursor.fetch_record_batch(), **ASKED, count="n")
    assert counted.systems == mercalli.evaluate(ROWS, **ASKED).systems


def test_a_stream_that_breaks_half_way_is_named():
    def batches():
        yield pa.record_batch({"truth": ["a"], "pred": ["a"]})
        raise OSError("the line was cut")

    schema = pa.schema([("truth", pa.string()), ("pred", pa.string())])
    with pytest.raises(FileError, match=r"could not be read to its end: .*the line was cut. Nothing was counted"):
        mercalli.evaluate(pa.RecordBatchReader.from_batches(schema, batches()), truth="truth", pred="pred")


def test_a_stream_that_was_read_is_refused():
    reader = pa.table(ROWS).to_reader()
    mercalli.evaluate(reader, **ASKED)
    with pytest.raises(InputError):
        mercalli.evaluate(reader, **ASKED)


@pytest.mark.parametrize("kind", [datasets.DatasetDict, datasets.IterableDatasetDict])
def test_a_dataset_needs_its_split(kind):
    one = dataset() if kind is datasets.DatasetDict else dataset().to_iterable_dataset()
    with pytest.raises(InputError, match=r"with the splits 'train', 'test'. Pass one of them, as in data\['train'\]"):
        mercalli.evaluate(kind(train=one, test=one), **ASKED)


def test_extensions_are_never_downloaded():
    settings = dict(open_database().execute("select name, value from duckdb_settings()").fetchall())
    assert settings["autoinstall_known_extensions"] == settings["autoload_known_extensions"] == "false"
    with pytest.raises(duckdb.Error, match=r"(?i)extension"):
        open_database().execute("select * from 's3://nobody/rows.parquet'")
