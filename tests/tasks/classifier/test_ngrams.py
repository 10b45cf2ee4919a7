"""Hashed n-grams against a slow count of the same n-grams."""

import re
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mercalli.tasks.classifier.ngrams import BLOCK, counts_of


def _slow(text):
    """Words, pairs of words, and runs of 3 to 5 letters of each word with a blank on either side."""
    words = re.findall(r"[a-z0-9]+", text.lower())
    runs = [f" {word} "[at : at + size] for word in words for size in (3, 4, 5) for at in range(len(word) + 3 - size)]
    return Counter([*(f"w {word}" for word in words), *pairwise(words), *runs])


@settings(deadline=None)  # the first call lists all letters
@given(st.lists(st.text("ab 9-.", max_size=20), min_size=1, max_size=8))
def test_counts_are_those_of_a_slow_count(texts):
    found = counts_of(texts)
    assert [sorted(found[at].data.tolist()) for at in range(len(texts))] == [
        sorted(_slow(text).values()) for text in texts
    ]


@given(st.lists(st.text(max_size=12), min_size=1, max_size=6))
def test_a_text_counts_the_same_alone_and_among_others(texts):
    together = counts_of(texts)
    assert all((together[at] != counts_of([text])).nnz == 0 for at, text in enumerate(texts))


def test_more_texts_than_a_block_holds_are_counted_the_same():
    texts = [f"fire {at % 7}" for at in range(BLOCK + 3)]
    assert (counts_of(texts)[BLOCK:] != counts_of(texts[BLOCK:])).nnz == 0


def test_hashes_are_the_same_on_every_machine():
    assert sorted(counts_of(["fire at sea"]).indices.tolist())[:3] == [14326, 41575, 77967]


@pytest.mark.parametrize(("one", "two"), [("FIRE", "fire"), ("ﬁre", "fire"), ("see https://a.b/c", "see http://x")])
def test_case_forms_of_letters_and_addresses_do_not_count(one, two):
    assert (counts_of([one]) != counts_of([two])).nnz == 0


@pytest.mark.parametrize(
    "pair", [("地震", "地图地震了"), ("भूकंप", "भूकंप आया"), ("❤️", "so ❤️ sad"), ("زلزال", "زلزال قوي")]
)
def test_texts_in_any_script_share_what_they_have_in_common(pair):
    one, two = counts_of(list(pair))
    assert (one.multiply(two)).nnz > 0


def test_no_texts_and_empty_texts_have_no_counts():
    assert counts_of([]).shape[0] == 0
    assert counts_of(["", " .. "]).nnz == 0
