"""Models whose digest fits and whose parts do not."""

import json
import subprocess
import sys
import zipfile
from io import BytesIO

import numpy as np
import pytest

from mercalli.errors import ModelError
from mercalli.io.models import read_model, write_model
from mercalli.tasks.classifier.fit import fit
from mercalli.tasks.classifier.model import Model, load_model, save_model
from tests.tasks.classifier.made import made_texts

ARRAY = {"__loader__": "NdArrayNode", "__module__": "numpy", "__class__": "ndarray"}
LACKING, KIND, NO_ARRAY, UNFIT = "are missing", "have the wrong type", "more than named arrays", "do not fit"


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


def test_a_model_is_read_without_what_wrote_it(tmp_path):
    save_model(tmp_path / "model.skops", Model(fit(made_texts(60)), {}))
    code = f"import sys; from mercalli import load_model; load_model({str(tmp_path)!r}); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"skops", "sklearn"} & set(done.stdout.split())


@pytest.mark.parametrize(
    ("schema", "told"),
    [
        ({}, "does not make sense"),
        ({"content": []}, "does not make sense"),
        ({"content": {"facts": {}}}, "does not make sense"),
        ({"content": {"facts": {"__loader__": "JsonNode", "__module__": "os", "__class__": "system"}}}, "is refused"),
        ({"content": {"facts": {**ARRAY, "type": "numpy", "file": "none.npy"}}}, "does not make sense"),
        ({"content": {"facts": {**ARRAY, "type": "numpy", "file": "huge.npy"}}}, "does not make sense"),
        ({"content": {"facts": {**ARRAY, "type": "json", "content": []}}}, "does not make sense"),
    ],
)
def test_a_file_of_another_shape_is_refused(tmp_path, schema, told):
    header = BytesIO()
    np.lib.format.write_array_header_1_0(header, {"descr": "<f8", "fortran_order": False, "shape": (1 << 50,)})
    with zipfile.ZipFile(tmp_path / "model.skops", "w") as packed:
        packed.writestr("schema.json", json.dumps(schema))
        packed.writestr("huge.npy", header.getvalue())
    with pytest.raises(ModelError, match=told):
        load_model(tmp_path)


def test_a_model_that_unpacks_to_far_more_than_it_holds_is_refused_before_it_is_unpacked(tmp_path):
    with zipfile.ZipFile(tmp_path / "model.skops", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("schema.json", "{}")
        packed.writestr("bomb.npy", bytes(300_000_000))
    with pytest.raises(ModelError, match="unpack to 300,000,002 bytes"):
        read_model(tmp_path / "model.skops")


def test_an_array_that_says_it_is_larger_than_it_is_is_refused(tmp_path):
    stream = BytesIO()
    np.lib.format.write_array_header_1_0(stream, {"descr": "<f8", "fortran_order": False, "shape": (1 << 40,)})
    node = {**ARRAY, "type": "numpy", "file": "a.npy"}
    with zipfile.ZipFile(tmp_path / "model.skops", "w") as packed:
        packed.writestr("schema.json", json.dumps({"content": {"a": node}}))
        packed.writestr("a.npy", stream.getvalue())
    with pytest.raises(ModelError, match="does not make sense"):
        read_model(tmp_path / "model.skops")


def test_the_same_model_is_written_with_the_same_bytes(parts, tmp_path):
    for name in ("one", "two"):
        arrays = {key: part.copy() for key, part in parts[0].items()}
        write_model(tmp_path / name, arrays, parts[1])
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
