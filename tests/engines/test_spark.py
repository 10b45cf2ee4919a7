"""The same files read by Spark."""

import importlib.util
import shutil

import pytest

from tests.shell.command import ROWS
from tests.shell.screen import refused

ASKED = ("evaluate", "rows.csv", "--pred", "pred,other", "--by", "lang", "--unit", "doc", "--json")
NEEDED = pytest.mark.skipif(
    importlib.util.find_spec("pyspark") is None or shutil.which("java") is None, reason="Spark needs PySpark and Java"
)


@NEEDED
def test_spark_gives_the_same_bytes(mercalli):
    spark = mercalli(*ASKED, "--engine", "spark", "--spark-master", "local[1]")
    assert (spark.returncode, spark.stderr) == (0, "")
    assert spark.stdout == mercalli(*ASKED).stdout


OUTPUTS = """truth,big,big_finish_reason,small,lang,message
fire,Class: fire,stop,**fire**,en,x
flood,"{""label"": ""flood""}",stop,flood,en,x
fire,,content_filter,I cannot classify this message.,fr,x
flood,The message,length,"flood, fire",fr,x
fire,The label is flood in the old town -> fire,stop,Label: fire (0.9),en,The label is flood in the old town
flood,Класс: flood,stop,類別:flood,fr,x
"""


@NEEDED
@pytest.mark.parametrize("more", [(), ("--text", "message")])
def test_outputs_of_language_models_are_read_alike_on_spark(more, mercalli, written):
    written("outputs.csv", OUTPUTS)
    asked = ("evaluate", "outputs.csv", "--pred", "big,small", "--by", "lang", "--unread", "wrong", *more, "--json")
    spark = mercalli(*asked, "--engine", "spark", "--spark-master", "local[1]")
    assert (spark.returncode, spark.stderr) == (0, "")
    assert spark.stdout == mercalli(*asked).stdout


def test_a_missing_extra_tells_what_installs_it(mercalli, tmp_path, snapshot):
    (tmp_path / "pyspark").mkdir()
    (tmp_path / "pyspark" / "__init__.py").write_text('raise ImportError("hidden")', encoding="utf-8")
    said = refused(mercalli("evaluate", "rows.csv", "--engine", "spark", PYTHONPATH=str(tmp_path)))
    assert said == snapshot("refused spark without its extra", said)


def test_what_spark_answers_through_is_part_of_its_extra(mercalli, tmp_path):
    pytest.importorskip("pyspark")
    (tmp_path / "pyarrow").mkdir()
    (tmp_path / "pyarrow" / "__init__.py").write_text('raise ImportError("hidden")', encoding="utf-8")
    said = refused(mercalli("evaluate", "rows.csv", "--engine", "spark", PYTHONPATH=str(tmp_path)))
    assert said == "mercalli: This needs pyarrow, which is not installed. Run: pip install 'mercalli[spark]'\n"


@NEEDED
def test_a_master_that_spark_does_not_know_is_told_in_one_message(mercalli, snapshot):
    said = refused(mercalli("evaluate", "rows.csv", "--engine", "spark", "--spark-master", "here"))
    assert said == snapshot("refused spark at an unknown master", said)


@NEEDED
@pytest.mark.parametrize("row", ["7,fire,fire,fire,en,a,1,more", "7,fire,fire"])
def test_a_row_of_another_length_is_refused_by_spark_too(row, mercalli, written):
    written("ragged.csv", f"{ROWS}{row}\n")
    said = refused(mercalli("evaluate", "ragged.csv", "--engine", "spark", "--spark-master", "local[1]"))
    assert said.startswith("mercalli: Line 8 of 'ragged.csv' has ")


def test_spark_without_java_tells_what_it_needs(mercalli, snapshot):
    pytest.importorskip("pyspark")
    said = refused(mercalli("evaluate", "rows.csv", "--engine", "spark", JAVA_HOME="/no/such/folder"))
    assert said == snapshot("refused spark without java", said)


@NEEDED
def test_what_spark_alone_cannot_read_is_told_with_what_to_do(mercalli, written, snapshot):
    written("mixed.csv", "truth,pred\r\nfire,fire\nflood,fire\r\n")
    said = refused(mercalli("evaluate", "mixed.csv", "--engine", "spark", "--spark-master", "local[1]"))
    assert said == snapshot("refused spark with lines that end differently", said)
