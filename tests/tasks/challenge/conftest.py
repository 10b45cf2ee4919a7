"""Databases: what holds of the store of a challenge holds on SQLite and on a PostgreSQL server of the test's own."""

from __future__ import annotations

import pytest

from bench.postgres import cluster, programs
from tests.tasks.challenge import folders


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL server for all tests of a process."""
    if programs() is None:
        pytest.skip("PostgreSQL is not installed; scripts/setup installs it")
    with cluster() as found:
        yield found


@pytest.fixture(params=["sqlite", "postgresql"])
def either_database(request, monkeypatch):
    """Every challenge that the test opens is on one database, then on the other."""
    if request.param == "postgresql":
        monkeypatch.setattr(folders, "new_database", request.getfixturevalue("postgres").new)
