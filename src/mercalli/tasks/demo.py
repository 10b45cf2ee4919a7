"""The demonstration: which of four systems should a relief agency use tonight?"""

from __future__ import annotations

import sys

from mercalli.evaluation.compare import compare
from mercalli.evaluation.evaluate import evaluate
from mercalli.io.demo import read_demo


def demo() -> str:
    """Four real systems on four real disasters, evaluated and compared."""
    data = read_demo()
    systems = [name for name in data if name not in ("event", "truth")]
    result = evaluate(data, truth="truth", pred=systems, profile="humaid", by="event")
    ranked = compare(data, truth="truth", pred=systems, profile="humaid", metrics=["dua", "ecs", "ar", "f1_macro"])
    return f"{result}\n\n{ranked}\n"


if __name__ == "__main__":
    sys.stdout.write(demo())
