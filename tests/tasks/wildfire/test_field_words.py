"""What fields say: from which window on they are of use, what was done to maps, and what cannot be."""

import numpy as np
import pytest

from mercalli import burn_severity, fire_field
from mercalli.errors import MapError, SettingError
from mercalli.tasks.wildfire.article import useful_line
from tests.tasks.wildfire.maps import HERE, UTM, severity, tiff, wrong


def frame_found_and_middle_missed(side):
    """Windows lie inside the map, so that larger ones see less of its edge."""
    model = np.ones((30, 30), np.uint8)
    model[:2] = model[-2:] = 4
    model[:, :2] = model[:, -2:] = 4
    truth = model.copy()
    truth[15 - side : 15 + side, 15 - side : 15 + side] = 4
    return truth, model


@pytest.mark.parametrize(
    ("side", "window", "words"),
    [
        (2, 1, "windows of 1 cell or more reach it"),
        (4, 25, "windows of 25 cells or more reach it"),
        (5, None, "no window reaches it for good"),
    ],
)
def test_a_window_is_of_use_only_if_all_larger_ones_are(side, window, words):
    truth, model = frame_found_and_middle_missed(side)
    asked = {"windows": [1, 3, 9, 17, 25, 31], "replicates": 0}
    report = fire_field(truth, model, kind="fss", **asked).systems[0]
    assert report.table.rows[0][1] > report.quantity("useful").value
    assert report.quantity("useful_window").value == window
    assert words in useful_line(burn_severity(truth, model, **asked).systems[0])


def chance(truth):
    return np.where(truth == 4, 0.8, 0.1)


@pytest.mark.parametrize("kind", ["turned", "finer"])
def test_what_is_done_to_the_reference_is_told(kind, tmp_path):
    truth = severity()
    observed, model = tiff(tmp_path / "observed.tif", truth), tiff(tmp_path / "model.tif", chance(truth))
    before = chance(wrong(truth))
    if kind == "turned":
        upside_down = HERE * HERE.translation(0, 40) * HERE.scale(1, -1)
        reference = tiff(tmp_path / "before.tif", before[::-1], transform=upside_down)
        note = "The rows of 'before.tif' run in the opposite direction to those of the observation; they were reversed."
    else:
        reference = tiff(tmp_path / "before.tif", np.kron(before, np.ones((2, 2))), transform=HERE * HERE.scale(0.5))
        note = f"The reference was put on the grid of the observation by nearest ({UTM}, 80 x 120 cells before)."
    asked = {"kind": "probability", "replicates": 0}
    report = fire_field(observed, model, reference=reference, align="nearest", **asked).systems[0]
    assert note in report.notes
    plain = fire_field(truth, chance(truth), reference=before, **asked).systems[0]
    assert report.quantity("brier_reference") == plain.quantity("brier_reference")


def test_an_observation_of_numbers_is_not_sent_to_a_setting_of_the_model():
    numbers = np.random.default_rng(0).random((9, 9))
    with pytest.raises(MapError, match="Convert it to a map of codes, or of True and False") as caught:
        fire_field(numbers, numbers, kind="fss", threshold=0.5)
    assert "threshold" not in str(caught.value)
    with pytest.raises(MapError, match="with `threshold`"):
        fire_field(severity((9, 9)), numbers, kind="fss")


@pytest.mark.parametrize(
    ("kind", "setting"),
    [
        ("ordinal", {"threshold": 0.5}),
        ("fss", {"classes": [1, 2]}),
        ("arrival", {"reference": severity()}),
        ("probability", {"time_unit": "h"}),
    ],
)
def test_a_setting_of_another_kind_is_refused(kind, setting):
    (name,) = setting
    with pytest.raises(SettingError, match=f"`{name}` is about the kind '.*', and '{kind}' was asked for"):
        fire_field(severity(), severity().astype(float), kind=kind, **setting)
