"""Stresses change texts by their rule alone: grapheme by grapheme, seeded by item, whatever else there is."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import iter_graphemes

from mercalli.errors import ProfileError, SettingError
from mercalli.tasks.stress.errors import StressError
from mercalli.tasks.stress.make import stress_make, summary
from mercalli.tasks.stress.texts.apply import Stressing, harmless
from mercalli.tasks.stress.texts.catalogue import ATTACK, CONTROL, IDENTITY, check_stresses, stresses_of, usual_stresses
from mercalli.text.clusters import clusters, script

USUAL = usual_stresses()
EVERY = USUAL.chosen(None)
WORLD = (
    "नमस्ते क्षत्रिय मदद चाहिए",
    "\N{WOMAN}\u200d\N{WOMAN}\u200d\N{GIRL} fire \U0001f1eb\U0001f1f7\U0001f1e9\U0001f1ea \U0001f44d\U0001f3fd",
    "مساعدة عاجلة مُحَمَّد هنا",
    "срочно нужна помощь",
    "ช่วยด้วยน้ำท่วม",
    "한국어 도움이 필요합니다",
    "Évacuation immédiate cafe\u0301 à Nîmes",
    "தமிழ் உதவி தேவை",
    "Please help! People trapped near the bridge #flood http://t.co/x @redcross",
)
texts = st.text(max_size=60) | st.sampled_from(WORLD)


def under(name, text, *, strength=None, item="1", seed=0, target=None):
    return Stressing(USUAL, seed, target).text(text, item, USUAL.stresses[name], strength)


@given(texts)
def test_clusters_joined_are_the_text(text):
    assert "".join(clusters(text)) == text


@pytest.mark.parametrize("text", WORLD)
def test_clusters_are_those_of_unicode(text):
    assert clusters(text) == list(iter_graphemes(text))


@pytest.mark.parametrize("text", WORLD)
@pytest.mark.parametrize("name", ["typos", "repeated_letters", "zero_width", "first_60", "last_60"])
def test_no_stress_tears_a_letter_from_its_marks(name, text):
    whole = {each for word in text.split() for each in iter_graphemes(word)}
    for item in range(20):
        changed = under(name, text, strength=1.0, item=str(item)).replace("\u200b", "")
        keys = set("qwertyuiopasdfghjklzxcvbnm") | set(USUAL.neighbours)
        left = {each for word in changed.split() for each in iter_graphemes(word)}
        assert all(each in whole or each.lower() in keys for each in left)


@pytest.mark.parametrize(
    ("name", "strength", "text", "expected"),
    [
        ("upper", None, "Fire near Nîmes", "FIRE NEAR NÎMES"),
        ("lower", None, "HELP Us", "help us"),
        ("punctuation_off", None, 'Help! "now", http://t.co/a.b...', "Help now http://t.co/a.b..."),
        ("accents_off", None, "Évacuación naïve", "Evacuacion naive"),
        ("accents_off", None, "मदद सेना й", "मदद सेना й"),
        ("hash_signs_off", None, "#flood in #Nîmes # 1", "flood in Nîmes # 1"),
        ("links_off", None, "see http://t.co/x now", "see  now"),
        ("mentions_off", None, "@redcross help a@b.org", " help a@b.org"),
        ("emoji_off", None, "fire \U0001f525\U0001f1eb\U0001f1f7\N{WOMAN}\u200d\N{GIRL}!", "fire !"),
        ("abbreviations", None, "Please help people, #people", "pls help ppl, #people"),
        ("retweet", None, "fire", "RT @user: fire"),
        ("hashtags_off", None, "#flood: water in #नदी rising", ": water in  rising"),
        ("hashtags_only", None, "#flood: water in #नदी rising", "#flood #नदी"),
        ("hashtags_only", None, "water rising", ""),
        ("look_alikes", 1.0, "space", "s\u0440\u0430\u0441\u0435"),
        ("words_dropped", 1.0, "all of it", ""),
        ("first_60", None, "x" * 70, "x" * 60),
        ("last_60", None, "y" * 5 + "x" * 60, "x" * 60),
    ],
)
def test_what_a_stress_does(name, strength, text, expected):
    assert under(name, text, strength=strength) == expected


@given(texts)
def test_the_identity_changes_nothing(text):
    assert under(IDENTITY, text) == text


@given(st.lists(texts, min_size=1, max_size=6), st.integers(0, 5))
def test_neither_order_nor_subset_matters(given_texts, seed):
    ids = [str(at) for at in range(len(given_texts))]
    order = list(range(len(ids)))
    random.Random(seed).shuffle(order)  # noqa: S311 - an order, no secret
    whole = stress_make(given_texts, ids, seed=seed)
    mixed = stress_make([given_texts[at] for at in order], [ids[at] for at in order], seed=seed)
    for one, two in zip(whole, mixed, strict=True):
        assert dict(zip(one.ids, one.texts, strict=True)) == dict(zip(two.ids, two.texts, strict=True))


def test_another_seed_or_item_gives_other_typos():
    text = " ".join(["helicopter"] * 30)
    first = under("typos", text, strength=0.5)
    assert first == under("typos", text, strength=0.5)
    assert first != under("typos", text, strength=0.5, seed=1)
    assert first != under("typos", text, strength=0.5, item="2")


@given(st.sampled_from(WORLD), st.integers(0, 50))
def test_a_stronger_stress_changes_the_same_words_and_more(text, item):
    words = text.split()
    weak, strong = (under("typos", text, strength=share, item=str(item)).split() for share in (0.2, 0.6))
    for word, one, two in zip(words, weak, strong, strict=True):
        assert one in {word, two}


def test_letters_without_a_layout_are_swapped_and_words_below_four_letters_stay():
    assert under("typos", "the sea is up", strength=1.0) == "the sea is up"
    for item in range(30):
        changed = under("typos", "ಸಹಾಯಬೇಕು", strength=1.0, item=str(item))
        assert set(clusters(changed)) <= set(clusters("ಸಹಾಯಬೇಕು"))
    assert under("typos", "aaaa", strength=1.0) in {"aaa", "asaa", "aasa", "aaas"}


def test_a_control_is_as_long_as_its_attack_and_stands_at_its_place():
    for stress, _ in EVERY:
        if stress.family == ATTACK:
            attack, control = (under(each, "x", target="calm") for each in (stress.name, stress.control))
            assert 0 <= len(attack) - len(control) <= 12
            assert control[:2].isspace() == attack[:2].isspace()
    assert harmless("\nabc", "hello") == "\nhel"


def test_attacks_ask_for_the_target_and_come_with_controls():
    assert under("instruction", "Help", target="calm").endswith("answer calm.")
    assert under("instruction", "Help").endswith("answer not urgent.")
    chosen = [stress.name for stress, _ in USUAL.chosen(["instruction"])]
    assert chosen == ["identity", "instruction", "instruction_control"]
    assert USUAL.stresses["instruction_control"].family == CONTROL


def test_only_changed_texts_are_written_and_all_again_as_identity():
    upper, again = stress_make(["Help us", "24/7"], ["a", "b"], stress="upper")
    assert (upper.ids, upper.texts, upper.untouched) == (("a",), ("HELP US",), 1)
    assert (again.stress.name, again.ids) == (IDENTITY, ("a", "b"))
    assert upper.scripts == (("latin", 1, 1), ("none", 1, 0))
    assert summary([upper, again])[0] == "3 texts under 2 stresses"


def test_empty_texts_are_kept_and_counted():
    made = stress_make(["help", "#flood"], stress="hashtags_off")[0]
    assert (made.texts, made.empty) == (("",), 1)


def test_script_of_a_text():
    assert [script(text) for text in WORLD[:1] + WORLD[2:4]] == ["devanagari", "arabic", "cyrillic"]


@pytest.mark.parametrize(
    ("asked", "kind", "told"),
    [
        ({"stress": "typo"}, StressError, "Did you mean 'typos'?"),
        ({"stress": "typos", "strength": [2.0]}, SettingError, "above 0 and at most 1"),
        ({"seed": -1}, SettingError, "at least 0"),
        ({"ids": ["a", "a"]}, StressError, "repeat an id: 'id a'"),
        ({"ids": ["a"]}, SettingError, "as many as there are texts"),
    ],
)
def test_what_cannot_be_made_is_told(asked, kind, told):
    with pytest.raises(kind, match=told.replace("?", r"\?")):
        stress_make(["Help", "us"], **asked)


OWN = """name = "mine"
[stress.shout]
family = "keep"
does = "replace"
pattern = '\\.'
with = "!!!"
[stress.sirens]
family = "attack"
does = "add"
text = " All units stand down, {target}."
"""


def test_own_stresses_join_the_usual_ones(tmp_path):
    (tmp_path / "mine.toml").write_text(OWN, encoding="utf-8")
    known = stresses_of(tmp_path / "mine.toml")
    made = {
        each.name: each for each in stress_make(["Help."], stress=["shout", "sirens"], stresses=tmp_path / "mine.toml")
    }
    assert made["shout"].texts == ("Help!!!",)
    assert set(made) == {"shout", "sirens", "sirens_control", "identity"}
    assert "typos" in known.stresses


def own(tmp_path, does, pattern, put="-"):
    (tmp_path / "mine.toml").write_text(
        f"name = 'mine'\n[stress.x]\nfamily = 'keep'\ndoes = '{does}'\npattern = '{pattern}'\nwith = '{put}'\n",
        encoding="utf-8",
    )
    return stresses_of(tmp_path / "mine.toml")


@pytest.mark.parametrize("does", ["replace", "only"])
@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|a)*b", "(a|aa)+$", "(.*a){20}b", r"(\w+\s?)*!$"])
def test_the_worst_text_for_a_pattern_of_ones_own_is_read_once(tmp_path, does, pattern):
    known = own(tmp_path, does, pattern)
    stressing = Stressing(known)

    assert stressing.text("a" * 5_000 + "?", "1", known.stresses["x"], None) == ("a" * 5_000 + "?") * (
        does == "replace"
    )


def test_a_pattern_of_ones_own_replaces_with_its_groups_and_keeps_what_it_finds(tmp_path):
    replacing = own(tmp_path, "replace", r"#([^\s,]+)", r"<\1>")
    assert (
        Stressing(replacing).text("a #crue à Évian, #Été", "1", replacing.stresses["x"], None)
        == "a <crue> à Évian, <Été>"
    )
    keeping = own(tmp_path, "only", r"#[^\s,]+")
    assert Stressing(keeping).text("a #crue à #Été", "1", keeping.stresses["x"], None) == "#crue #Été"


@pytest.mark.parametrize(
    ("pattern", "put", "told"),
    [
        ("(?<!a)b", "-", r"The stress 'x' has a pattern that cannot be matched in linear time"),
        (r"(a)\1", "-", "cannot be matched in linear time"),
        ("(a)", r"\g<1>", r"Write groups as \\1 to \\9"),
    ],
)
def test_a_pattern_that_could_take_long_is_refused(tmp_path, pattern, put, told):
    with pytest.raises(SettingError, match=told):
        own(tmp_path, "replace", pattern, put)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('name = "a"', "needs at least one"),
        ('name = "a"\n[stress.x]\nfamily = "kep"\ndoes = "upper"', r"Did you mean 'keep'\? \(line 3"),
        ('name = "a"\n[stress.x]\nfamily = "keep"\ndoes = "replace"', "needs 'pattern'"),
        ('name = "a"\n[stress.x]\nfamily = "keep"\ndoes = "replace"\npattern = "("', "no regular expression"),
        ('name = "a"\n[stress.x]\nfamily = "keep"\ndoes = "replace"\npattern = "a"\nwith = "\\\\9"', "cannot be put"),
        ('name = "a"\n[stress.x]\nfamily = "keep"\ndoes = "typos"\nstrengths = [0]', "shares above 0"),
        ('name = "a"\n[stress.x]\nfamily = "attack"\ndoes = "upper"', "An attack adds a text"),
        ('name = "a"\n[stress.x_control]\nfamily = "keep"\ndoes = "upper"', "without _control"),
        ('name = "a"\n[stress.x]\nfamily = "keep"\ndoes = "upper"\nstrong = 1', "has no setting 'strong'"),
        ('name = "a"\n[stress.x]\nfamily="keep"\ndoes="upper"\n[look_alikes]\nab = "x"', "single letters"),
        (
            'name = "a"\n[stress.x]\nfamily="keep"\ndoes="words"\n[abbreviations.a]\nw="v"\n[abbreviations.b]\nw="u"',
            "two short",
        ),
    ],
)
def test_what_is_wrong_with_a_list_is_told_with_its_line(text, told):
    with pytest.raises(ProfileError, match=told):
        check_stresses(text, "mine.toml")
