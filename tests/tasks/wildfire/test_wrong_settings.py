"""Settings of a wrong kind are refused before anything is read, and never taken for something else."""

import numpy as np
import pytest

from mercalli import burn_severity, fire_field, fire_perimeter, structure_loss
from mercalli.errors import MapError, SettingError

MAP = np.array([[4, 2], [4, 1]])
SEEN = {"id": [1, 2], "damage": [1, 0]}


@pytest.mark.parametrize("codes", ["4", [4.5], [], [True], [None], b"4"])
def test_codes_are_whole_numbers_and_something_must_be_high(codes):
    with pytest.raises(SettingError, match="`high` must be one or more whole numbers"):
        burn_severity(MAP, MAP, high=codes)
    with pytest.raises(SettingError, match="`high` must be one or more whole numbers"):
        fire_field(MAP, MAP, kind="fss", high=codes)
    with pytest.raises(SettingError, match="`burned` must be one or more whole numbers"):
        fire_perimeter("a.tif", "b.tif", burned=codes)


@pytest.mark.parametrize("name", ["not_observed", "model_missing"])
def test_codes_that_mean_no_data_are_whole_numbers_and_may_be_none(name):
    with pytest.raises(SettingError, match=f"`{name}` must be whole numbers; found '6'"):
        burn_severity(MAP, MAP, **{name: "6"})
    assert burn_severity(MAP, MAP, replicates=0, **{name: []}).systems[0].counts.tp == 2


@pytest.mark.parametrize("codes", [np.int64(4), np.array([4]), (4,), 4])
def test_whole_numbers_of_numpy_are_codes(codes):
    assert burn_severity(MAP, MAP, high=codes, replicates=0).systems[0].counts.tp == 2


@pytest.mark.parametrize("tile", [0, 1.5, "8", None, True])
def test_a_tile_has_a_whole_number_of_cells_on_a_side(tile):
    with pytest.raises(SettingError, match="`tile` must be a whole number of at least 1"):
        burn_severity(MAP, MAP, tile=tile)
    with pytest.raises(SettingError, match="`tile` must be a whole number of at least 1"):
        fire_field(MAP, MAP, kind="fss", tile=tile)


def test_windows_are_one_or_more_whole_numbers():
    assert burn_severity(MAP, MAP, windows=1, replicates=0).systems[0].windows.rows[0][0] == 1
    for windows in ([0], [1.5], "3"):
        with pytest.raises(SettingError, match="`windows` must be one or more whole numbers of at least 1"):
            burn_severity(MAP, MAP, windows=windows)


def test_ordered_classes_must_be_some():
    with pytest.raises(SettingError, match="`classes` must be one or more whole numbers"):
        fire_field(MAP, MAP, kind="ordinal", classes=[])


@pytest.mark.parametrize(("name", "value"), [("tile_m", "5"), ("tile_m", float("inf")), ("threshold", "0.5")])
def test_numbers_of_structures_are_numbers(name, value):
    with pytest.raises(SettingError, match=f"`{name}` must be"):
        structure_loss(SEEN, SEEN, pred="damage", **{name: value})


def test_a_column_of_one_structure_need_not_be_a_list():
    assert structure_loss({"id": 1, "damage": 1}, {"id": 1, "pred": 1}, key="id").systems[0].counts.tp == 1


@pytest.mark.parametrize(("kind", "least"), [("severity", 4), ("probability", 40)])
def test_tiles_are_no_more_than_memory_holds(kind, least):
    """10,000 x 10,000 cells that take no memory of their own."""
    cells = np.broadcast_to(np.uint8(1), (10_000, 10_000))
    with pytest.raises(SettingError, match=f"`tile` must be at least {least} on a map of 10,000 x 10,000 cells"):
        burn_severity(cells, cells, tile=2) if kind == "severity" else fire_field(cells, cells, kind=kind, tile=39)


def test_a_probability_that_is_hardly_too_large_is_told_as_it_is():
    chances = np.array([[1.0000001, 0.5], [0.2, 0.1]])
    with pytest.raises(MapError, match=r"it holds 1\.0000001\."):
        fire_field(MAP, chances, kind="probability")
    with pytest.raises(MapError, match=r"1\.0000001"):
        structure_loss(SEEN, {"id": [1, 2], "p": [0.2, 1.0000001]}, pred="p", threshold=0.5)
