"""The schema that comes with the package: made from the records, and true to what is read."""

from __future__ import annotations

import json

import pytest

import mercalli
from mercalli.errors import ResultError
from scripts.result_schema import FILE, text
from tests.frozen.test_frozen import FILES
from tests.results.mutations import KINDS, content_of, sealed, some

jsonschema = pytest.importorskip("jsonschema")
SCHEMA = json.loads(FILE.read_text(encoding="utf-8"))


def validator(kind):
    """Of one kind: what the whole schema says of a file that has its name."""
    return jsonschema.Draft202012Validator({**SCHEMA, "oneOf": [{"$ref": f"#/$defs/{kind}"}]})


def test_the_file_is_what_the_records_say():
    assert FILE.read_text(encoding="utf-8") == text(), "run python scripts/result_schema.py"


def test_it_is_a_schema_and_knows_every_kind():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert [each["$ref"].rpartition("/")[2] for each in SCHEMA["oneOf"]] == list(KINDS)


def test_the_command_prints_it(mercalli):
    assert json.loads(mercalli("schema").stdout) == SCHEMA


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_results_of_the_first_version_fit_it(file):
    content = json.loads(file.read_text(encoding="utf-8"))
    assert list(validator(content["mercalli"]).iter_errors(content)) == []


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_written_now_fits_it(kind):
    found = mercalli.from_json(sealed(content_of(kind)))
    assert list(validator(kind).iter_errors(json.loads(mercalli.to_json(found)))) == []


@pytest.mark.parametrize("kind", KINDS)
def test_what_it_refuses_is_not_read(kind):
    valid, refused = validator(kind), 0
    for _, content in some(kind, 60):
        told = sealed(content)
        if not valid.is_valid(json.loads(told)):
            refused += 1
            with pytest.raises(ResultError):
                mercalli.from_json(told)
    assert refused > 9
