"""Write the JSON Schema of results that comes with the package; run as `python scripts/result_schema.py`."""

from __future__ import annotations

import json
from pathlib import Path

import mercalli
from mercalli.plan.results import SCHEMA
from mercalli.registry import load, own_tasks
from mercalli.results.schema import schema

FILE = Path(mercalli.__file__).parent / "results" / SCHEMA


def text() -> str:
    """The schema of our own kinds of results, as the types of their records say it."""
    kinds = {name: load(kind.record) for task in own_tasks() for name, kind in task.kinds.items()}
    return json.dumps(schema(kinds), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
