"""One loop over groups of rows."""

from types import SimpleNamespace

import numpy as np

from mercalli.estimates.slices import slice_reports
from mercalli.inputs.tally import Column

ROWS = SimpleNamespace(
    by={"lang": Column(["en", "es"], np.array([0, 1, 0])), "event": Column(["fire"], np.zeros(3, np.int64))},
    rows=np.ones(3, np.int64),
)


def test_every_value_and_every_combination_is_reported_and_told():
    said = []
    found = slice_reports(
        ROWS, lambda part: (part.key, part.chosen.tolist()), lambda *told: said.append(told), "slices"
    )
    assert found == (
        ("lang|en", [0, 2]),
        ("lang|es", [1]),
        ("event|fire", [0, 1, 2]),
        ("lang|event|en|fire", [0, 2]),
        ("lang|event|es|fire", [1]),
    )
    assert said == [("slices", done, 5) for done in range(1, 6)]
