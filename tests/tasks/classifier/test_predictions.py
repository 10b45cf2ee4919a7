"""The columns of predictions: each name once."""

import pytest

import mercalli
from mercalli.errors import SettingError
from mercalli.inputs.texts import LabelledTexts
from tests.tasks.classifier.made import made_rows


@pytest.mark.parametrize("name", ["text", "Truth", "pred", "prob_fire", "id"])
def test_no_column_beside_the_texts_may_have_the_name_of_another(name):
    texts, labels, events = made_rows(60)
    data = LabelledTexts.check(texts, labels, by={name: events}, ids=list(range(60)))
    with pytest.raises(SettingError, match=f"`by` must be .* found '{name}'"):
        mercalli.train(data, by=[name], replicates=0)
