"""The start of a profile: classes from data, every one weighing the same until somebody says otherwise."""

from __future__ import annotations

import json
from collections.abc import Sequence


def scaffold(name: str, classes: Sequence[str]) -> str:
    """TOML that passes the checks as it is.

    >>> print(scaffold("storms", ["calm", "storm"]).splitlines()[1])
    name = "storms"
    """
    quoted = [json.dumps(each, ensure_ascii=False) for each in classes]
    lines = [
        "# Weigh each class by what an error on it does, then: mercalli evaluate FILE --profile THIS.toml",
        f"name = {json.dumps(name)}",
        'title = "What it is about"',
        'headline = ["weighted", "accuracy", "balanced_accuracy", "f1_macro"]',
        'harm = "weighted"',
        "classes = [",
        *(f"    {each}," for each in quoted),
        "]",
        "",
        "[metrics.weighted]",
        'kernel = "class_weighted_accuracy"',
        'label = "Weighted accuracy"',
        'meaning = "Accuracy weighted by the weight of the true class."',
        "",
        "[metrics.weighted.weights]",
        *(f"{each} = 1.0" for each in quoted),
    ]
    return "\n".join(lines) + "\n"
