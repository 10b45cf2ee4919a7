"""Texts that are kept beside the tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

SNAPSHOTS = Path(__file__).parent / "snapshots"


@pytest.fixture
def snapshot(request):
    """The kept text of a situation; UPDATE_SNAPSHOTS=1 keeps the text found instead."""

    def kept(situation: str, found: str) -> str:
        file = SNAPSHOTS / f"{situation.replace(' ', '_')}.txt"
        if os.environ.get("UPDATE_SNAPSHOTS") == "1":
            file.write_text(found, encoding="utf-8")
        elif not file.exists():
            pytest.fail(f"{file.name} is not kept yet; {request.node.name} found:\n{found}")
        return file.read_text(encoding="utf-8")

    return kept
