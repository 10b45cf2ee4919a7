"""Copies are found whatever changed on the way, all that a comparison of every pair finds, and no others."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mercalli.stats.bare_texts import bare_texts
from mercalli.stats.copies import LETTERS, NEAR, Copies, near_pairs, overlaps

WORDS = [
    "roads",
    "flooded",
    "near",
    "the",
    "old",
    "bridge",
    "people",
    "wait",
    "for",
    "boats",
    "at",
    "school",
    "since",
    "dawn",
]


def runs(text):
    return {text[at : at + LETTERS] for at in range(len(text) - LETTERS + 1)}


def jaccard(one, two):
    both = runs(one) | runs(two)
    return len(runs(one) & runs(two)) / len(both) if both else 0.0


def messages(n, seed=0):
    """Texts of 15 words, half of them a copy of an earlier one with up to two words changed."""
    generator = np.random.default_rng(seed)
    made = [" ".join(f"{word}{generator.integers(40)}" for word in generator.permutation(WORDS)) for _ in range(n // 2)]
    for text in made[: n - n // 2]:
        words = text.split()
        for at in generator.integers(len(words), size=generator.integers(3)):
            words[at] = "changed"
        made.append(" ".join(words))
    return made


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("RT @red_cross: Roads CLOSED!", "roads closed"),
        ("MT @a RT @b: roads closed", "roads closed"),
        ("roads\n closed\thttps://t.co/abc", "roads closed"),
        ("Roads &amp; bridges", "roads bridges"),
        ("www.example.org/x roads", "roads"),
        ("mail a@b is no mention", "mail a b is no mention"),
        ("\uff32oads", "roads"),
        ("地震が発生", "地震が発生"),
        ("rt", ""),
        ("via Roma allagata", "via roma allagata"),
        ("roads closed via @news", "roads closed"),
        ("बाढ़ में दिन!", "बाढ़ में दिन"),
        ("ไฟไหม้ ที่นี่", "ไฟไหม้ ที่นี่"),
        ("\u0301 roads", "roads"),
        ("1\ufe0f\u20e3 road \u2764\ufe0f", "1 road"),
    ],
)
def test_what_changes_on_the_way_is_taken_off(text, bare):
    assert bare_texts([text, "other"]) == [bare, "other"]


@given(st.lists(st.text(max_size=30), max_size=20))
def test_every_text_keeps_its_place(texts):
    assert bare_texts(texts) == [bare_texts([text])[0] for text in texts]


@given(st.lists(st.text(alphabet="abc ", max_size=12), min_size=2, max_size=8))
def test_overlaps_are_those_of_sets_of_runs(texts):
    pairs = np.array(list(combinations(range(len(texts)), 2)))
    expected = [jaccard(texts[one], texts[two]) for one, two in pairs]
    assert overlaps(texts, pairs) == pytest.approx(expected)


def test_near_copies_are_those_that_comparing_every_pair_finds():
    texts = messages(400)
    every = {(one, two) for one, two in combinations(range(400), 2) if jaccard(texts[one], texts[two]) >= NEAR}
    pairs, overlap = near_pairs(texts)
    assert len(every) > 80
    assert {(one, two) for one, two in pairs.tolist()} == every
    assert (overlap >= NEAR).all()


def test_near_copies_do_not_depend_on_the_size_of_blocks(monkeypatch):
    before = near_pairs(messages(100))[0].tolist()
    monkeypatch.setattr("mercalli.stats.copies.BLOCK_LETTERS", 150)
    assert near_pairs(messages(100))[0].tolist() == before


def test_copies_of_copies_are_one_group():
    first = " ".join(WORDS)
    second, third = first.replace(" old ", " new "), first.replace(" old ", " new ").replace("dawn", "noon")
    copies = Copies.of([first, "quiet", second, third])
    assert copies.near.tolist() == [0, 1, 0, 0]
    assert copies.same.tolist() == [0, 1, 2, 3]


def test_texts_without_words_are_not_copies_of_each_other():
    copies = Copies.of(["http://t.co/1", "http://t.co/2", "", "@a"])
    assert len(set(copies.same.tolist())) == len(set(copies.near.tolist())) == 4


def test_texts_without_words_are_copies_where_they_are_equal_letter_by_letter():
    copies = Copies.of(["🔥🔥", "🔥", "🔥🔥"])
    assert copies.exact.tolist() == copies.same.tolist() == copies.near.tolist() == [0, 1, 0]


@pytest.mark.parametrize(("one", "two"), [("बाढ़ में दिन", "बाढ़ में दान"), ("पुल टूटा", "पल टूटा"), ("ไฟไหม้ที่นี่", "ไฟไหมที่นี")])
def test_words_that_differ_in_a_vowel_sign_are_different(one, two):
    assert Copies.of([one, two]).same.tolist() == [0, 1]


@given(st.integers(0, 60))
def test_copies_among_the_first_texts_are_those_of_these_alone(first):
    texts = messages(60)
    among, alone = Copies.of(texts).among(first), Copies.of(texts[:first])
    for one, two in zip(vars(among).values(), vars(alone).values(), strict=True):
        assert one.tolist() == two.tolist()


def test_short_texts_and_no_texts_have_no_near_copies():
    assert not len(near_pairs(["fire", "fir", ""])[0])
    assert not len(Copies.of([]).exact)


def test_progress_ends_at_the_number_of_different_texts():
    heard = []
    Copies.of(["fire", "Fire!", "flooded roads"], lambda done, total: heard.append((done, total)))
    assert heard[-1] == (2, 2)
