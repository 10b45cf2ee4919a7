"""The same files read by Spark, for data that one machine does not hold."""

from __future__ import annotations

import os
import shutil
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

from mercalli.errors import ExtraError, FileError, MercalliError, SettingError
from mercalli.io.folder_names import columns_of
from mercalli.io.headers import UTF8, common_header, head
from mercalli.io.origin import Origin
from mercalli.io.paths import BOOK, JSON, PARQUET, check_whole
from mercalli.io.tables import Table

SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "OFF",
    "spark.sql.csv.parser.columnPruning.enabled": "false",  # rows are checked whole
}
STRICT = {"mode": "FAILFAST"}
STANDARD_ERROR = 2
MOST_BYTES = 1 << 16


def open_spark(
    paths: str | Path | Sequence[str | Path], master: str, encoding: str = UTF8, called: str | None = None
) -> Table:
    """The files as Spark reads them; columns of text files are text, as everywhere."""
    origin = Origin.of(paths, encoding, called)
    if origin.kind == BOOK:
        raise FileError.about(origin.name, "is a workbook, which Spark does not read. Leave --engine out.")
    if columns_of(origin.files):
        raise SettingError.named("hive", "is not for Spark here. Leave --engine out, or leave `hive` out.")
    spark = _session(master)
    try:
        return Table(_frame(spark.read, origin), origin, lambda _said: _error(origin))
    except MercalliError:
        raise
    except Exception:  # noqa: BLE001 - Java's own and PySpark's, of many kinds
        raise _error(origin) from None


def _error(origin: Origin) -> FileError:
    """What is wrong with the files, or that Spark alone cannot read them; what it says itself is long and vague."""
    return origin.fault() or FileError.about(
        "Spark",
        f"cannot read {origin.name}. Leave --engine out; or save it as UTF-8, with lines that all end alike "
        f"and columns that have different names.",
    )


def _frame(reader: Any, origin: Origin) -> Any:  # noqa: ANN401 - a Spark reader and frame
    names = [str(file.absolute()) for file in origin.files]
    if origin.kind == PARQUET:
        return reader.parquet(*names)
    for file in origin.files:
        check_whole(file)
    if origin.kind == JSON:
        listed = head(origin.files[0], origin.encoding).lstrip().startswith("[")
        return reader.json(names, primitivesAsString=True, encoding=origin.encoding, multiLine=listed, **STRICT)
    header = common_header(origin.files, origin.encoding)
    schema = ", ".join(f"`{name.replace('`', '``')}` string" for name in header.names)
    options = {"header": True, "sep": header.layout.delimiter, "quote": '"', "escape": '"', "multiLine": True}
    return reader.csv(names, schema, encoding=origin.encoding, **options, **STRICT)


def _session(master: str) -> Any:  # noqa: ANN401 - a Spark session
    try:
        from pyspark.sql import SparkSession  # noqa: PLC0415 - an extra
    except ImportError:
        raise ExtraError.missing("PySpark", "spark") from None
    try:
        import_module("pyarrow")  # an extra as well, through which counts come back
    except ImportError:
        raise ExtraError.missing("pyarrow", "spark") from None
    home = os.environ.get("JAVA_HOME")
    if shutil.which("java", path=f"{home}/bin" if home else None) is None:
        raise ExtraError.java()
    builder: Any = SparkSession.builder.master(master).appName("mercalli")
    for name, value in SETTINGS.items():
        builder = builder.config(name, value)
    with _standard_error_aside() as said:
        try:
            return builder.getOrCreate()
        except Exception as error:  # noqa: BLE001 - Java's own and PySpark's, of many kinds
            raise SettingError.spark(master, f"{_text(said)}\n{error}") from None


@contextmanager
def _standard_error_aside() -> Generator[IO[bytes]]:
    """What is written to standard error while Java starts, and by Java ever after, which keeps what it was given."""
    kept = os.dup(STANDARD_ERROR)
    with TemporaryFile() as aside:
        os.dup2(aside.fileno(), STANDARD_ERROR)
        try:
            yield aside
        finally:
            os.dup2(kept, STANDARD_ERROR)
            os.close(kept)


def _text(said: IO[bytes]) -> str:
    said.seek(0)
    return said.read(MOST_BYTES).decode(errors="replace")
