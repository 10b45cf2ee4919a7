"""The demonstration data: four real systems on four real disasters, as a table of counts.

How often each combination of event, truth and four predictions occurred on the public test splits of four
HumAID events (Alam et al. 2021): 4,986 messages, no texts.
"""

from __future__ import annotations

import csv
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

COUNT = "n"


def read_demo() -> dict[str, NDArray[Any]]:
    """Columns `event`, `truth` and one for each system, a row for each message.

    >>> len(read_demo()["truth"])
    4986
    """
    resource = files("mercalli.io") / "humaid_joint_counts.csv"
    with resource.open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    times = np.array([int(row[COUNT]) for row in rows])
    return {name: np.repeat(np.array([row[name] for row in rows], object), times) for name in rows[0] if name != COUNT}
