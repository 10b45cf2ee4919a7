"""Codes of maps, scales of damage, sectors and priorities: those that come along, and mistakes in others."""

import pytest

from mercalli.errors import FileError, ProfileError
from mercalli.tasks.alerts.priorities import PRIORITIES, priorities_of
from mercalli.tasks.cheers.made import MADE
from mercalli.tasks.cheers.sectors import SECTORS
from mercalli.tasks.wildfire.codes import PRODUCTS
from mercalli.tasks.wildfire.structures.damage import SCALES

LIBRARIES = (PRODUCTS, SCALES, SECTORS, PRIORITIES, MADE)
CODES = """\
name = "soil"
high = [3]
classes = [1, 2, 3]
not_observed = [0]

[codes]
0 = "no data"
1 = "low"
2 = "middle"
3 = "high"
"""
SCALE = 'name = "ems"\nlevels = [1, 2, 3]\nnot_observed = ["unseen"]\n[aliases]\nslight = 1\n[lost]\nheavy = [3]\n'
SECTOR_LIST = 'name = "two"\n[sectors]\nFood = 3\nWater = 1\n'
PRIORITY_LIST = 'name = "triage"\nlevels = ["green", "red"]\nurgent = ["red"]\nactionable = ["Rescue"]\n'
MISTAKES = {
    "a product without a name": (PRODUCTS, CODES, 'name = "soil"', 'title = "soil"'),
    "a title that is a number": (PRODUCTS, CODES, 'name = "soil"', 'name = "soil"\ntitle = 3'),
    "a misspelt key": (PRODUCTS, CODES, "not_observed", "not_obsrved"),
    "codes that are words": (PRODUCTS, CODES, "1 = ", "one = "),
    "a code without a meaning": (PRODUCTS, CODES, '"low"', '""'),
    "a high code that is not known": (PRODUCTS, CODES, "high = [3]", "high = [4]"),
    "no high code": (PRODUCTS, CODES, "high = [3]", "high = []"),
    "a class twice": (PRODUCTS, CODES, "[1, 2, 3]", "[1, 2, 2]"),
    "a class that is true": (PRODUCTS, CODES, "[1, 2, 3]", "[1, 2, true]"),
    "a class that nobody observed": (PRODUCTS, CODES, "not_observed = [0]", "not_observed = [1]"),
    "a scale without levels": (SCALES, SCALE, "levels = [1, 2, 3]", "levels = []"),
    "an alias of no level": (SCALES, SCALE, "slight = 1", "slight = 4"),
    "an alias that is a level": (SCALES, SCALE, "slight = 1", '"2" = 1'),
    "lost that is no level": (SCALES, SCALE, "heavy = [3]", "heavy = [4]"),
    "lost that is one number": (SCALES, SCALE, "heavy = [3]", "heavy = 3"),
    "a reading that names nothing lost": (SCALES, SCALE, "[lost]", '[like.firebench]\nlost = "all"\n[lost]'),
    "an id twice": (SECTORS, SECTOR_LIST, "Food = 3", "Food = 1"),
    "an id below 0": (SECTORS, SECTOR_LIST, "Food = 3", "Food = -1"),
    "an id that is a word": (SECTORS, SECTOR_LIST, "Food = 3", 'Food = "3"'),
    "one priority": (PRIORITIES, PRIORITY_LIST, '["green", "red"]', '["red"]'),
    "a priority twice": (PRIORITIES, PRIORITY_LIST, '["green", "red"]', '["red", "Red"]'),
    "an urgent priority that is none": (PRIORITIES, PRIORITY_LIST, 'urgent = ["red"]', 'urgent = ["rd"]'),
    "shares that do not add up": (MADE, MADE.text("cheers"), "1 = 0.78", "1 = 0.5"),
    "no TOML": (PRODUCTS, CODES, "high = [3]", "high = [3"),
}


@pytest.mark.parametrize(
    ("library", "name"),
    [pytest.param(each, name, id=f"{each.folder}/{name}") for each in LIBRARIES for name in each.names()],
)
def test_every_list_that_comes_along_is_sound_and_has_the_name_of_its_file(library, name):
    assert library.read(name)
    assert f'\nname = "{name}"\n' in library.text(name)


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_told_with_its_line(mistake):
    library, text, before, after = MISTAKES[mistake]
    with pytest.raises(ProfileError, match=r"^[A-Z'].*[.?] \((line \d+ of )?my.toml\)$"):
        library.check(text.replace(before, after, 1), "my.toml")


@pytest.mark.parametrize("key", ["[lost]\nheavy = [3]\n", "[sectors]\nFood = 3\nWater = 1\n"])
def test_what_is_lacking_is_named(key):
    library, text = (SCALES, SCALE) if "lost" in key else (SECTORS, SECTOR_LIST)
    with pytest.raises(ProfileError, match=f"needs {key.splitlines()[0]}".replace("[", r"\[")):
        library.check(text.replace(key, ""), "my.toml")


@pytest.mark.parametrize("library", LIBRARIES, ids=lambda each: each.folder)
def test_an_unknown_name_is_told_with_those_that_come_along(library):
    with pytest.raises(ProfileError, match=rf"no {library.noun} named 'none'.*{library.names()[0]}.*\.toml"):
        library.read("none")


def test_a_file_that_is_not_there_is_told(tmp_path):
    with pytest.raises(FileError, match="No file matches"):
        PRODUCTS.read(tmp_path / "none.toml")


def test_levels_that_are_numbers_come_before_yes_and_no():
    lost = SCALES.check(SCALE, "my.toml").lost([1.0, "3", 3, "Unseen", "slight", None], "heavy", "my.csv")
    assert lost.positive.tolist() == [False, True, True, False, False, False]
    assert lost.known.tolist() == [True, True, True, False, True, False]


def test_made_words_are_of_the_sectors_in_the_order_of_their_ids():
    assert tuple(MADE.read("cheers").sectors) == SECTORS.read("cheers").names


def test_one_level_may_be_the_name_of_a_list():
    assert priorities_of(["trec_is"]) == priorities_of("trec_is")
