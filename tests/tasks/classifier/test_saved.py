"""Models whose digest fits and whose parts do not."""

import numpy as np
import pytest

from mercalli.errors import ModelError
from mercalli.io.models import read_model, write_model
from mercalli.tasks.classifier.fit import fit
from mercalli.tasks.classifier.model import Model, load_model, save_model
from tests.tasks.classifier.made import made_texts

LACKING, KIND, NO_ARRAY, UNFIT = "are lacking", "not of the kind", "other things than arrays", "do not fit"


@pytest.fixture(scope="module")
def parts(tmp_path_factory):
    path = tmp_path_factory.mktemp("model") / "model.skops"
    save_model(path, Model(fit(made_texts(60)), {}))
    arrays, facts = read_model(path)
    return arrays, {name: facts[name] for name in ("classes", "mode", "delimiter", "together", "card")}


def _without(name):
    return lambda parts: {key: part for key, part in parts.items() if key != name}


def _with(name, change):
    return lambda parts: {**parts, name: change(parts[name])}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (_without("idf"), LACKING),
        (_with("columns", lambda found: found.tolist()), NO_ARRAY),
        (_with("idf", lambda found: found.tolist()), NO_ARRAY),
        (_with("columns", lambda found: found[:, None]), KIND),
        (_with("columns", np.zeros_like), KIND),
        (_with("columns", lambda found: found - found[0] - 1), KIND),
        (_with("weights", lambda found: found.astype(str)), KIND),
        (_with("coefficients", lambda found: np.full_like(found, np.nan)), KIND),
        (_with("intercepts", lambda found: found[:, None]), UNFIT),
    ],
)
def test_arrays_that_are_not_as_they_should_be_are_refused(parts, tmp_path, change, told):
    arrays, facts = parts
    write_model(tmp_path / "model.skops", change(arrays), facts)
    with pytest.raises(ModelError, match=told):
        load_model(tmp_path)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (_without("card"), LACKING),
        (_with("card", lambda _: []), KIND),
        (_with("mode", lambda _: "foo"), KIND),
        (_with("mode", lambda _: ["multi-class"]), KIND),
        (_with("delimiter", lambda _: 5), KIND),
        (_with("delimiter", lambda _: ""), KIND),
        (_with("classes", lambda found: [found[0]] * len(found)), KIND),
        (_with("classes", lambda found: list(range(len(found)))), KIND),
        (_with("classes", lambda found: found[1:]), UNFIT),
        (_with("together", lambda _: "no"), KIND),
    ],
)
def test_facts_that_are_not_as_they_should_be_are_refused(parts, tmp_path, change, told):
    arrays, facts = parts
    write_model(tmp_path / "model.skops", arrays, change(facts))
    with pytest.raises(ModelError, match=told):
        load_model(tmp_path)
