"""A mistake in a profile is told with its line."""

from __future__ import annotations

import re

import pytest

import mercalli
from mercalli.errors import ProfileError
from mercalli.profiles.check import check
from mercalli.profiles.toml import Toml

TRIAGE = """\
name = "triage"
headline = ["care", "accuracy"]
harm = "care"
classes = ["red", "yellow", "green"]

[aliases]
immediate = "red"

[levels.urgency]
now = { weight = 3.0, response = "operate", classes = ["red"] }
later = { weight = 1.0, classes = ["yellow", "green"] }

[groups.place]
bed = ["red", "yellow"]

[metrics.care]
kernel = "class_weighted_accuracy"
[metrics.care.weights]
red = 5.0
yellow = 2.0
green = 1.0
[metrics.care.bands]
good = { from = 0.8, says = "go" }
poor = { from = 0.0, says = "stop" }

[metrics.mix]
kernel = "penalty_score"
groups = "place"
within = 2.0
between = 0.5
ungrouped = 1.0
reading = "any_shared_group"

[metrics.act]
kernel = "class_weighted_accuracy"
levels = "urgency"
default_level = "later"

[metrics.missed]
kernel = "fnr"
positive = "red"

[metrics.both]
kernel = "composite"
[metrics.both.parts]
care = 1.0
accuracy = 3.0

[when.ward.icu.care.weights]
red = 9.0
[when.ward.icu.act.levels]
now = 7.0

[like.paper]
mix = { reading = "first_group" }
"""

DATA = {
    "truth": ["red", "yellow", "green", "red"],
    "pred": ["red", "green", "green", "yellow"],
    "ward": ["icu", "icu", "er", "er"],
}


def evaluated(text, **given):
    profile = check(text, "triage.toml")
    return mercalli.evaluate(DATA, truth="truth", pred="pred", profile=profile, replicates=0, **given).systems[0]


def edited(old, new):
    assert old in TRIAGE, "the edit changes nothing"
    return TRIAGE.replace(old, new, 1)


def line_of(place, text):
    return next(at for at, line in enumerate(text.splitlines(), 1) if place in line)


def test_the_profile_is_sound_before_it_is_spoilt():
    assert evaluated(TRIAGE).measure("care").value == (9 + 1) / (9 + 2 + 1 + 5)


# what is changed, into what, what the text says, and on which line the mistake then stands
MISTAKES = {
    "no TOML": ('"triage"', "triage", "This is not TOML", "name = triage"),
    "a key twice": ("yellow = 2.0", "red = 2.0", "This is not TOML", "red = 2.0"),
    "a misspelt setting": ("headline", "hedline", "no setting 'hedline'. Did you mean 'headline'?", "hedline"),
    "a name that is no text": ('"triage"', "3", "'name' must be a text", "name = 3"),
    "an empty name": ('"triage"', '""', "'name' must be a non-empty text", 'name = ""'),
    "one class": ('["red", "yellow", "green"]', '["red"]', "at least two classes", "classes = "),
    "classes as one text": ('["red", "yellow", "green"]', '"red"', "'classes' must be a list", "classes = "),
    "classes spelt alike": ('"yellow", "green"]', '"Red", "green"]', "'red' and 'Red' are the same", "classes = "),
    "an alias of no class": ('immediate = "red"', 'immediate = "rad"', "no class 'rad'. Did you mean 'red'?", "rad"),
    "an alias that is a class": ('immediate = "red"', 'yellow = "red"', "'yellow' already means 'yellow'", "yellow = "),
    "a class missing from the levels": (
        'classes = ["red"] }',
        "classes = [] }",
        "'red' must be in exactly one level of 'urgency'; it is in 0",
        "[levels.urgency]",
    ),
    "a class in two levels": (
        'classes = ["red"] }',
        'classes = ["red", "green"] }',
        "'green' must be in exactly one level of 'urgency'; it is in 2",
        "[levels.urgency]",
    ),
    "a level of no class": ('classes = ["red"] }', 'classes = ["rd"] }', "no class 'rd'. Did you mean 'red'?", "rd"),
    "a negative level": ("weight = 3.0", "weight = -3.0", "at least 0; found -3.0", "now = "),
    "a level without a weight": ("weight = 3.0, ", "", "The level 'now' has no weight.", "now = "),
    "a level that is infinite": ("weight = 3.0", "weight = inf", "finite number", "now = "),
    "a group of no class": ('["red", "yellow"]\n', '["red", "yelow"]\n', "no class 'yelow'", "yelow"),
    "no kernel": ('kernel = "class_weighted_accuracy"\n[', "[", "'care' needs a kernel", "[metrics.care]"),
    "a misspelt kernel": (
        '"class_weighted_accuracy"\n[',
        '"class_weigted_accuracy"\n[',
        "Did you mean 'class_weighted_accuracy'?",
        "class_weigted_accuracy",
    ),
    "a weight of no class": ("red = 5.0", "rad = 5.0", "no class 'rad'. Did you mean 'red'?", "rad = 5.0"),
    "a negative weight": ("red = 5.0", "red = -5.0", "'red' must be a finite number", "red = -5.0"),
    "a weight that is no number": ("red = 5.0", "red = nan", "finite number of at least 0; found nan", "red = nan"),
    "a weight that is a text": ("red = 5.0", 'red = "5"', "found '5'", 'red = "5"'),
    "a weight that is a truth value": ("red = 5.0", "red = true", "found True", "red = true"),
    "a class without a weight": ("red = 5.0\n", "", "no weight for 'red'", "[metrics.care.weights]"),
    "a reason for no weight": (
        "[metrics.care.bands]",
        "[metrics.care.reasons]\nrd = 'life'\n[metrics.care.bands]",
        "'rd' has a reason but no weight. Did you mean 'red'?",
        "rd = 'life'",
    ),
    "a weight without a reason": (
        "[metrics.care.bands]",
        "[metrics.care.reasons]\nred = 'life'\n[metrics.care.bands]",
        "no reason for the weight of 'yellow'",
        "[metrics.care.reasons]",
    ),
    "a reason that is empty": (
        "[metrics.care.bands]",
        "[metrics.care.reasons]\nred = ' '\n[metrics.care.bands]",
        "no reason for the weight of 'red'",
        "red = ' '",
    ),
    "a reason that is a number": (
        "[metrics.care.bands]",
        "[metrics.care.reasons]\nred = 555\n[metrics.care.bands]",
        "'red' must be a text; found 555",
        "red = 555",
    ),
    "reasons for levels": (
        'levels = "urgency"',
        'levels = "urgency"\nreasons = { red = "life" }',
        "'red' has a reason but no weight",
        "reasons = ",
    ),
    "a purpose that is a number": (
        'kernel = "fnr"',
        'kernel = "fnr"\npurpose = 1',
        "'purpose' must be a text",
        "purpose",
    ),
    "bands out of order": ("from = 0.0", "from = 0.9", "'poor' must start below 'good'", "poor = "),
    "a band without an edge": ("from = 0.8, ", "", "The band 'good' has no lower edge `from`.", "good = "),
    "unknown groups": ('groups = "place"', 'groups = "plac"', "must be one of place; found 'plac'", '"plac"'),
    "unknown levels": ('levels = "urgency"', 'levels = "urgncy"', "must be one of urgency", "urgncy"),
    "an unknown reading": ('"any_shared_group"', '"any"', "must be one of any_shared_group", 'reading = "any"'),
    "an unknown default level": ('"later"', '"latr"', "'act' has no level 'latr'", "latr"),
    "a negative penalty": ("within = 2.0", "within = -2.0", "'within' must be a finite number", "within = -2.0"),
    "a penalty that is a text": ("between = 0.5", 'between = "x"', "'between' must be", "between = "),
    "a penalty that is infinite": ("ungrouped = 1.0", "ungrouped = inf", "'ungrouped' must be", "ungrouped = "),
    "an unknown positive": ('positive = "red"', 'positive = "rd"', "no class 'rd'. Did you mean 'red'?", "rd"),
    "no positive": ('positive = "red"\n', "", "'missed' needs `positive`", "[metrics.missed]"),
    "harm of no metric": ('harm = "care"', 'harm = "cre"', "'harm' must name a metric", "harm = "),
    "harm of a metric without weights": ('harm = "care"', 'harm = "mix"', "neither weights nor levels", "harm = "),
    "when of no metric": ("icu.care.weights", "icu.caer.weights", "Did you mean 'care'?", "icu.caer"),
    "when with a misspelt setting": ("icu.care.weights", "icu.care.wieghts", "Did you mean 'weights'?", "wieghts"),
    "when with no class": ("red = 9.0", "rd = 9.0", "no class 'rd'. Did you mean 'red'?", "rd = 9.0"),
    "when with a negative weight": ("red = 9.0", "red = -9.0", "finite number", "red = -9.0"),
    "when with no level": ("now = 7.0", "nwo = 7.0", "'act' has no level 'nwo'", "nwo = 7.0"),
    "when with a negative level": ("now = 7.0", "now = -7.0", "finite number", "now = -7.0"),
    "like of no metric": ("mix = { reading", "mx = { reading", "Did you mean 'mix'?", "mx = "),
    "a headline of no metric": ('["care", "accuracy"]', '["cae"]', "Did you mean 'care'?", "headline = "),
    "a part of no metric": ("care = 1.0", "caer = 1.0", "Did you mean 'care'?", "caer = 1.0"),
    "a companion of no metric": (
        'groups = "place"',
        'groups = "place"\nbeside = ["accurcy"]',
        "Did you mean 'accuracy'?",
        "beside = ",
    ),
    "a misspelt penalty": ("within = 2.0", "witin = 2.0", "no setting 'witin'. Did you mean 'within'?", "witin = "),
    "a misspelt option": (
        'kernel = "fnr"',
        'kernel = "f_beta"\nbta = 2',
        "no setting 'bta'. Did you mean 'beta'?",
        "bta = 2",
    ),
    "misspelt weights": (
        "[metrics.care.weights]",
        "[metrics.care.wieghts]",
        "no setting 'wieghts'. Did you mean 'weights'?",
        "[metrics.care.wieghts]",
    ),
    "a misspelt part of a level": ("response", "respnse", "no setting 'respnse'. Did you mean 'response'?", "now = "),
    "a misspelt part of a band": ("says", "say", "no setting 'say'. Did you mean 'says'?", "good = "),
    "a setting of another kernel": (
        'kernel = "fnr"',
        'kernel = "fnr"\nwithin = 1.0',
        "'fnr' has no setting 'within'.",
        "within = 1.0",
    ),
    "a misspelt option of a reading": ("{ reading", "{ readng", "Did you mean 'reading'?", "mix = "),
    "a reading under the name of a program": ("[like.paper]", "[like.sklearn]", "another name", "[like.sklearn]"),
    "a name that cannot be asked for": (
        "[metrics.missed]",
        "[metrics.missed-red]",
        "'missed-red' cannot be read as a metric",
        "[metrics.missed-red]",
    ),
    "the alias of a metric as a name": (
        "[metrics.missed]",
        "[metrics.miss_rate]",
        "'miss_rate' is a metric already",
        "[metrics.miss_rate]",
    ),
    "a circle of parts": (
        "accuracy = 3.0\n",
        'all = 3.0\n[metrics.all]\nkernel = "composite"\nparts = { both = 1.0 }\n',
        "cannot be made of itself",
        "parts = { both",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_told_with_its_line(mistake):
    old, new, says, place = MISTAKES[mistake]
    with pytest.raises(ProfileError, match=re.escape(says)) as caught:
        evaluated(edited(old, new))
    assert str(caught.value).endswith(f"(line {line_of(place, edited(old, new))} of triage.toml)")


@pytest.mark.parametrize("name", ["aliases", "levels", "groups", "metrics", "when", "like"])
def test_a_part_that_is_no_table_is_told_with_its_line(name):
    with pytest.raises(ProfileError, match=f"'{name}' must be a table") as caught:
        check(f'name = "small"\n{name} = 3\n', "small.toml")
    assert str(caught.value).endswith("(line 2 of small.toml)")


def test_an_absent_name_is_told_with_the_file():
    with pytest.raises(ProfileError, match=r"'name' must be a non-empty text.*small.toml"):
        check('title = "nameless"\n', "small.toml")


def test_classes_that_were_never_declared_are_told_as_such():
    with pytest.raises(ProfileError, match="The profile declares no classes"):
        check(edited('classes = ["red", "yellow", "green"]\n', ""), "triage.toml")


def test_groups_that_were_never_declared_are_told_as_such():
    with pytest.raises(ProfileError, match=r"The profile has no \[groups\]\."):
        check(edited('[groups.place]\nbed = ["red", "yellow"]\n', ""), "triage.toml")


def test_a_mistake_in_a_list_of_several_lines_is_told_with_its_own_line():
    text = edited('["red", "yellow"]\n', '[\n    "red",\n    "yelow",\n]\n')
    with pytest.raises(ProfileError, match=rf"line {line_of('yelow', text)} of triage.toml"):
        check(text, "triage.toml")


def test_a_mistake_is_found_though_its_words_stand_further_up():
    text = "# metrics.missed positive\n" + edited('positive = "red"', "")
    with pytest.raises(ProfileError, match=rf"line {line_of('[metrics.missed]', text)} of triage.toml"):
        evaluated(text)


MISSHAPEN = {
    "classes that are a number": ('["red", "yellow", "green"]', "3"),
    "an alias that is a number": ('immediate = "red"', "immediate = 3"),
    "a level that is a number": ('{ weight = 3.0, response = "operate", classes = ["red"] }', "3"),
    "a group that is a number": ('bed = ["red", "yellow"]', "bed = 3"),
    "groups without names": ('[groups.place]\nbed = ["red", "yellow"]', '[groups]\nplace = ["red", "yellow"]'),
    "a band that is a number": ('good = { from = 0.8, says = "go" }', "good = 0.8"),
    "groups given as a list": ('groups = "place"', 'groups = ["place"]'),
    "a metric that is a number": ("[like.paper]", "[metrics]\nsmall = 3\n[like.paper]"),
    "a headline that is one text": ('["care", "accuracy"]', '"care"'),
    "a headline of numbers": ('["care", "accuracy"]', "[3]"),
    "a positive that is a number": ('positive = "red"', "positive = 3"),
    "a part whose weight is a text": ("care = 1.0\n", 'care = "much"\n'),
    "a part that is negative": ("care = 1.0\n", "care = -1.0\n"),
    "a part with a number per class": ("care = 1.0\n", "f1 = 1.0\n"),
    "a composite of itself": ("care = 1.0\n", "both = 1.0\n"),
    "a composite without parts": ("[metrics.both.parts]\ncare = 1.0\naccuracy = 3.0\n", ""),
    "parts that are a list": ("[metrics.both.parts]\ncare = 1.0\naccuracy = 3.0\n", 'parts = ["care"]\n'),
    "a kernel without its option": ('kernel = "fnr"', 'kernel = "f_beta"'),
    "a kernel with an option of a wrong kind": ('kernel = "fnr"', 'kernel = "f_beta"\nbeta = "two"'),
    "weights without weights": ("[metrics.care.weights]\nred = 5.0\nyellow = 2.0\ngreen = 1.0\n", ""),
    "a metric under the name of another": ("[metrics.missed]", "[metrics.accuracy]"),
    "a like that is a number": ('[like.paper]\nmix = { reading = "first_group" }', "[like]\npaper = 3"),
    "a like whose metric is a number": ('mix = { reading = "first_group" }', "mix = 3"),
    "a like with an unknown option": ('mix = { reading = "first_group" }', 'mix = { readng = "first_group" }'),
    "a like with an unknown reading": ('mix = { reading = "first_group" }', 'mix = { reading = "frst_group" }'),
    "a when that is a number": ("[when.ward.icu.care.weights]\nred = 9.0", "[when.bed]\nicu = 3"),
    "a when for a metric without weights": ("[when.ward.icu.care.weights]", "[when.ward.icu.mix.weights]"),
    "a date": ('headline = ["care", "accuracy"]', "title = 2016-11-14"),
}


@pytest.mark.parametrize("mistake", MISSHAPEN)
def test_a_profile_of_a_wrong_shape_is_told_with_a_line(mistake):
    with pytest.raises(ProfileError, match=r"^[A-Z'].*[.?] \(line \d+ of triage.toml\)$"):
        evaluated(edited(*MISSHAPEN[mistake]))


@pytest.mark.parametrize("name", mercalli.profile_names())
def test_every_profile_that_comes_along_is_sound(name):
    assert mercalli.read_profile(name).name == name


def test_the_digest_does_not_change_with_comments_and_layout():
    text = "# a comment\n" + TRIAGE.replace(" = ", "=").replace("\n\n", "\n\n\n")
    assert check(text, "triage.toml").digest == check(TRIAGE, "triage.toml").digest


def test_the_digest_changes_with_a_weight():
    assert check(edited("5.0", "5.5"), "triage.toml").digest != check(TRIAGE, "triage.toml").digest


def test_bands_may_be_given_to_metrics_that_are_not_the_profiles_own():
    bands = mercalli.read_profile("survival").bands
    names = ["perfect", "strong", "moderate", "chance", "below chance"]
    assert [band.name for band in bands["c_index"]] == names
    assert bands["c_td"] == bands["c_index"]


def test_shared_bands_of_a_wrong_shape_are_told_with_a_line():
    text = 'name = "odd"\n[bands.concordance]\nmetrics = ["c_index"]\nlevels = 3\n'
    with pytest.raises(ProfileError, match=r"levels.*\(line \d+ of odd.toml\)"):
        check(text, "odd.toml")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a = " + "[" * 2000 + "]" * 2000, "nested too deeply"),
        ("a = " + "9" * 5000, "too large"),
        ("a = 1e400\nb = " + "9" * 20, "too large"),
    ],
)
def test_toml_that_python_cannot_hold_is_told(text, problem):
    with pytest.raises(ProfileError, match=problem):
        Toml(text).content()


def test_the_line_of_a_mistake_is_found_in_a_long_list():
    text = "gates = [\n" + "".join(f'  "f1(c{number}) >= 0.5", # ]\n' for number in range(3000)) + '  "oops",\n]\n'
    assert Toml(text).line(["gates", "oops"]) == 3002
