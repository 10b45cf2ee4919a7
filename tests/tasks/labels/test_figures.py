import subprocess
import sys
from io import BytesIO
from itertools import pairwise

import numpy as np
import pytest
from matplotlib import rcParams
from matplotlib.colors import to_rgb
from matplotlib.image import imread

from mercalli.tasks.labels.figures import figures
from mercalli.telling.figures.theme import COLOURS, band_shade, ink_on, style
from tests.telling.pictures import CASES, boxes, case, result

FILES = (
    "comprehensive_metrics_comparison.png",
    "actionability_breakdown.png",
    "enhanced_confusion_matrices.png",
    "metrics_correlation.png",
)
LAZY = """
import sys, mercalli
from mercalli.tasks.labels.figures import figures
result = mercalli.evaluate(truth=["a", "b"] * 9, pred=["a", "a"] * 9, replicates=0)
assert "matplotlib" not in sys.modules
figures(result)
assert "matplotlib" in sys.modules
assert "matplotlib.pyplot" not in sys.modules
"""


def light(colour):
    return to_rgb(colour) @ np.array([0.299, 0.587, 0.114])


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("file", FILES)
def test_every_text_is_inside_the_picture(name, file):
    texts, (width, height) = boxes(name)[file]
    outside = [text for text, (left, low, right, high) in texts if min(left, low, width - right, height - high) < -0.5]
    assert texts
    assert outside == []


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("file", FILES)
def test_no_text_covers_another(name, file):
    texts, _ = boxes(name)[file]
    left, low, right, high = np.array([box for _, box in texts]).T
    across = np.minimum(right[:, None], right) - np.maximum(left[:, None], left)
    up = np.minimum(high[:, None], high) - np.maximum(low[:, None], low)
    covered = np.argwhere(np.triu((across > 1) & (up > 1), 1))
    assert [(texts[one][0], texts[two][0]) for one, two in covered] == []


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("file", FILES)
def test_no_side_has_more_pixels_than_a_viewer_takes(name, file):
    _, size = boxes(name)[file]
    assert min(size) > 300
    assert max(size) < 12_000


@pytest.mark.parametrize("name", ["demonstration", "hostile names", "nothing resampled"])
def test_pictures_are_not_blank(name):
    drawn = figures(case(name))
    shades = {file: imread(BytesIO(png))[..., :3].mean(axis=-1) for file, png in drawn.items()}
    assert tuple(shades) == FILES
    assert all(0.005 < (shade < 0.5).mean() < 0.5 for shade in shades.values())


def test_the_same_result_gives_the_same_bytes_whatever_the_user_has_set():
    before = figures(result(3, profile="humaid"))
    rcParams["font.size"] = 30
    try:
        assert figures(result(3, profile="humaid")) == before
        assert rcParams["font.size"] == 30
    finally:
        rcParams["font.size"] = 10


def test_no_date_and_no_maker_is_written_into_a_picture():
    for png in figures(result(1)).values():
        assert not any(word in png for word in (b"Software", b"matplotlib", b"tIME", b"tEXt"))


def test_matplotlib_is_imported_when_a_picture_is_drawn_and_pyplot_never():
    subprocess.run([sys.executable, "-c", LAZY], check=True)


def test_neighbouring_colours_can_be_told_apart_in_greyscale():
    around = [*COLOURS, COLOURS[0]]
    assert min(abs(light(one) - light(two)) for one, two in pairwise(around)) > 0.15


def test_no_two_of_64_systems_have_the_same_colour_and_shape():
    assert len({(style(at).color, style(at).marker) for at in range(64)}) == 64


@pytest.mark.parametrize("count", range(2, 8))
def test_bands_are_ever_darker_towards_the_worst(count):
    shades = [float(band_shade(at, count)) for at in range(count)]
    assert all(better - worse > 0.015 for better, worse in pairwise(shades))


@pytest.mark.parametrize("colour", [*COLOURS, "#ffffff", "#777777"])
def test_figures_can_be_read_on_any_colour(colour):
    dark, pale = sorted([_luminance(colour), _luminance(ink_on(colour))])
    assert (pale + 0.05) / (dark + 0.05) > 4.1


def _luminance(colour):
    parts = np.array(to_rgb(colour))
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return linear @ np.array([0.2126, 0.7152, 0.0722])
