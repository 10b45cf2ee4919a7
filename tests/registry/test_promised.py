"""What is promised from version to version stands in one text file, so that no change of it goes unnoticed.

Names in `mercalli.__all__` with their arguments, and the fields of results and of what they hold. A change is made with
`UPDATE_SNAPSHOTS=1 pytest tests/registry/test_promised.py`, and is reviewed as a change of the file.
"""

from __future__ import annotations

import os
from pathlib import Path

from scripts.public_names import promised

PROMISED = Path(__file__).parent / "snapshots" / "promised.txt"


def test_names_arguments_and_fields_are_those_that_were_promised():
    found = promised()
    if os.environ.get("UPDATE_SNAPSHOTS") == "1":
        PROMISED.parent.mkdir(exist_ok=True)
        PROMISED.write_text(found, encoding="utf-8")
    assert found.splitlines() == PROMISED.read_text(encoding="utf-8").splitlines()
