"""Label sets of a file whose columns have usual names."""

import pytest

from mercalli.errors import ColumnError
from mercalli.plan.tables import TableFiles
from mercalli.tasks.label_sets.of_file import multilabel_of_file

ROWS = "id,truth,pred,gold,prob_fire\n1,fire|flood,fire,fire,0.7\n2,,flood,flood,0.2\n3,flood,flood,flood,0.1\n"


def _asked(folder, content, **named):
    (folder / "rows.csv").write_text(content)
    return TableFiles.of(str(folder / "rows.csv"), **named)


def test_usual_names_need_not_be_said_and_are_told(tmp_path):
    result, said = multilabel_of_file(_asked(tmp_path, ROWS.replace("gold", "other")), replicates=0)
    assert said == ("truth: 'truth', pred: 'pred'",)
    assert result["pred"].measure("subset_accuracy").value == pytest.approx(1 / 3)


def test_names_that_are_said_are_taken_and_not_told(tmp_path):
    result, said = multilabel_of_file(_asked(tmp_path, ROWS, truth=["gold"], pred=["pred"]), replicates=0)
    assert (said, result.provenance.roles["truth"]) == ((), ("gold",))


def test_several_columns_that_could_be_the_truth_are_listed(tmp_path):
    with pytest.raises(ColumnError, match="several columns that could be the truth: 'truth', 'gold'"):
        multilabel_of_file(_asked(tmp_path, ROWS), replicates=0)
