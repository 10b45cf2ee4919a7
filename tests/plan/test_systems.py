"""What systems are called."""

from __future__ import annotations

from mercalli.plan.systems import systems_of


def test_a_packed_file_is_called_as_it_would_be_unpacked():
    assert list(systems_of(["a/model.v1.csv.gz", "a/model.v2.csv"])) == ["model.v1", "model.v2"]
