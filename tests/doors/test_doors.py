"""What is done before counting: how often data is read, what is guessed, and what systems are called."""

from __future__ import annotations

from dataclasses import dataclass, field

import pandas as pd
import pytest

import mercalli
from mercalli.engines.frames import FrameSource
from mercalli.engines.open import source_of
from mercalli.errors import ColumnError, FileError
from mercalli.plan.columns import Role, find_columns
from mercalli.plan.tables import TableFiles
from mercalli.tasks.labels.data import LabelFiles, open_labels
from mercalli.tasks.labels.report import evaluate_files
from mercalli.tasks.scores.files import Matching, of_files

SCORED = "truth,score\n" + "1,0.9\n0,0.2\n0,0.7\n1,0.6\n" * 5
HUMAID = "truth,pred\nnot_humanitarian,not_humanitarian\ncaution_and_advice,not_humanitarian\n"


@dataclass(frozen=True)
class Watched(FrameSource):
    """A source that remembers what it was asked to group by."""

    groups: list[tuple[str, ...]] = field(default_factory=list)

    def _grouped(self, keys, *others):
        self.groups.append(tuple(keys))
        return super()._grouped(keys, *others)


@pytest.fixture
def two_files(tmp_path):
    """Two files of one name in two folders."""
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "preds.csv").write_text(SCORED)
    return [str(tmp_path / folder / "preds.csv") for folder in ("a", "b")]


@pytest.mark.parametrize("evaluate", [mercalli.threshold, mercalli.rank])
def test_two_files_of_one_name_are_called_after_their_folders(evaluate, two_files):
    found, _ = of_files(evaluate, TableFiles.of(two_files), None, Matching(), replicates=0)
    assert [system.name for system in found.systems] == ["a/preds", "b/preds"]


def test_evaluate_calls_the_same_files_the_same(two_files):
    files = LabelFiles(two_files, preds=["score"], classes=["0", "1"])
    found = evaluate_files(files, replicates=0, invalid="wrong").result
    assert [system.name for system in found.systems] == ["a/preds", "b/preds"]


def test_a_file_that_is_given_twice_is_told_with_scores_too(two_files):
    with pytest.raises(FileError, match="given twice"):
        of_files(mercalli.threshold, TableFiles.of(two_files[:1] * 2), None, Matching(), replicates=0)


def test_threshold_groups_the_truth_once_before_the_scores():
    rows = {"urgent": [1, 0, 0, 1] * 5, "score": [0.9, 0.2, 0.7, 0.6] * 5}
    source = Watched.check(pd.DataFrame(rows))
    mercalli.threshold(source, truth="urgent", score="score", replicates=0)
    assert source.groups == [("urgent",)]


def test_a_profile_that_is_named_is_not_guessed(tmp_path):
    (tmp_path / "rows.csv").write_text(HUMAID)
    files = [str(tmp_path / "rows.csv")]
    assert open_labels(LabelFiles(files)).profile == "humaid"
    named = open_labels(LabelFiles(files, profile="generic"))
    assert (named.profile, named.guesses) == ("generic", ("truth: 'truth', pred: 'pred'",))


def test_truth_is_not_read_where_a_profile_is_named(tmp_path):
    (tmp_path / "rows.csv").write_text(f"{HUMAID}one,two,three\n")
    files = [str(tmp_path / "rows.csv")]
    assert open_labels(LabelFiles(files, profile="humaid")).profile == "humaid"
    with pytest.raises(FileError, match="Line 4"):
        open_labels(LabelFiles(files))


def test_rows_of_a_ragged_file_are_refused_with_the_line(tmp_path):
    (tmp_path / "rows.csv").write_text("time,event\n1,1\n2,0,5\n")
    with pytest.raises(FileError, match="Line 3"):
        source_of(tmp_path / "rows.csv").rows(["time"], ["event"])


def test_a_column_named_for_another_role_is_told_as_that():
    source = source_of({"truth": [1], "pred": [1]})
    with pytest.raises(ColumnError, match="'truth' is named with --pred"):
        find_columns(source, [Role("truth", ["truth"])], {"pred": ["truth"]})
