"""The same files read by Spark."""

import importlib.util
import shutil

import pytest

from tests.cli.screen import refused

ASKED = ("evaluate", "rows.csv", "--pred", "pred,other", "--by", "lang", "--unit", "doc", "--json")
NEEDED = pytest.mark.skipif(
    importlib.util.find_spec("pyspark") is None or shutil.which("java") is None, reason="Spark needs PySpark and Java"
)


@NEEDED
def test_spark_gives_the_same_bytes(mercalli):
    spark = mercalli(*ASKED, "--engine", "spark", "--spark-master", "local[1]")
    assert spark.returncode == 0
    assert spark.stdout == mercalli(*ASKED).stdout


def test_a_missing_extra_tells_what_installs_it(mercalli, tmp_path, snapshot):
    (tmp_path / "pyspark").mkdir()
    (tmp_path / "pyspark" / "__init__.py").write_text('raise ImportError("hidden")', encoding="utf-8")
    said = refused(mercalli("evaluate", "rows.csv", "--engine", "spark", PYTHONPATH=str(tmp_path)))
    assert said == snapshot("refused spark without its extra", said)
