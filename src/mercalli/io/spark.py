"""The same files read by Spark, for data that one machine does not hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mercalli.errors import ExtraError
from mercalli.io.tables import UTF8, files_of, header_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def open_spark(paths: str | Path | Sequence[str | Path], master: str, encoding: str = UTF8) -> tuple[Any, str]:
    """A Spark data frame of the files and what to call it; CSV columns are text, as everywhere."""
    try:
        from pyspark.sql import SparkSession  # noqa: PLC0415 - an extra
    except ImportError:
        raise ExtraError.missing("PySpark", "spark") from None
    files, kind, origin = files_of(paths)
    builder: Any = SparkSession.builder
    spark = builder.master(master).appName("mercalli").config("spark.ui.enabled", "false").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    names = [str(file) for file in files]
    if kind == "Parquet":
        return spark.read.parquet(*names), origin
    if kind == "JSON lines":
        return spark.read.json(names), origin
    delimiter, _ = header_of(files[0], encoding)
    options = {"header": True, "sep": delimiter, "quote": '"', "escape": '"', "encoding": encoding, "multiLine": True}
    return spark.read.csv(names, **options), origin
