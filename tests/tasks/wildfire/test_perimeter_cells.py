"""Perimeters of cells whose codes must be explained, of times that one side lacks, and on the 180th meridian."""

import geopandas
import numpy as np
import pytest
from shapely.geometry import box

from mercalli import fire_perimeter
from mercalli.errors import MercalliError
from tests.tasks.wildfire.maps import tiff
from tests.tasks.wildfire.test_perimeters import frame, square


def test_codes_that_mean_not_burned_or_not_observed_are_named(tmp_path):
    cells = np.array([[15, 3, 4], [0, 2, 15]], np.uint8)
    path = tiff(tmp_path / "classes.tif", cells)
    with pytest.raises(MercalliError, match=r"known codes are 0 .not burned. and 3, 4 .burned.* with `unburned`"):
        fire_perimeter(path, path, burned=(3, 4))
    for settings in ({"burned": (3, 4), "unburned": (0, 2, 15)}, {"threshold": 3, "unburned": 15}):
        step = fire_perimeter(path, path, **settings).systems[0].steps[0]
        assert step.quantity("observed_ha").value == pytest.approx(2 * 0.09, rel=1e-3)


def test_what_cells_mean_is_said_once():
    with pytest.raises(MercalliError, match="`burned` and `threshold` contradict each other"):
        fire_perimeter("a.tif", "b.tif", burned=4, threshold=3)
    with pytest.raises(MercalliError, match="1 cannot mean both burned and not burned"):
        fire_perimeter("a.tif", "b.tif", unburned=(0, 1))
    with pytest.raises(MercalliError, match="`threshold` must be a finite number"):
        fire_perimeter("a.tif", "b.tif", threshold=float("nan"))


def test_times_of_the_model_alone_are_told():
    seen, said = frame(square(0, 0)).assign(day="1"), frame(square(0, 0), square(0, 0)).assign(day=["1", "2"])
    notes = fire_perimeter(seen, said, time="day").systems[0].notes
    assert notes[0] == "Nothing was observed at 2: the model's perimeter then is ignored."


def test_a_fire_on_the_180th_meridian_is_measured_where_it_is():
    east, west = box(179.9, 60, 180, 60.1), box(-180, 60, -179.9, 60.1)
    seen = geopandas.GeoDataFrame(geometry=[east, west], crs=4326)
    step = fire_perimeter(seen, geopandas.GeoDataFrame(geometry=[east], crs=4326)).systems[0].steps[0]
    away = geopandas.GeoDataFrame(geometry=[box(-0.1, 60, 0.1, 60.1)], crs=4326)
    same = fire_perimeter(away, geopandas.GeoDataFrame(geometry=[box(-0.1, 60, 0, 60.1)], crs=4326))
    for name in ("hausdorff_m", "boundary_mean_m", "observed_ha", "jaccard"):
        assert step.quantity(name).value == pytest.approx(same.systems[0].steps[0].quantity(name).value, rel=1e-3)
