"""The words behind a label: what they add makes up the score, whatever the text."""

import numpy as np
import pytest

from mercalli.errors import SettingError, TextError
from mercalli.tasks.classifier import ngrams
from mercalli.tasks.classifier.fit import fit
from mercalli.tasks.classifier.model import Model
from mercalli.tasks.classifier.ngrams import counts_of
from mercalli.tasks.classifier.words import NO_WORD, words_behind, words_told
from tests.tasks.classifier.made import made_rows, made_sets, made_texts

ODD = ["", "!!!", "a", "Smoke smoke, SMOKE", "http://x.org/a flames", "洪水です、助けて", "नदी में आग", "\ud800 ash"]


@pytest.fixture(scope="module")
def model():
    return Model(fit(made_texts()), {}, "")


def _scores(model, texts):
    classifier = model.classifier
    return classifier.linear.scores(classifier.terms.weighed(counts_of(texts)))


def test_words_and_the_start_of_a_label_make_up_its_score(model):
    texts = [*made_rows(50, seed=3)[0], *ODD]
    labels = np.arange(len(texts)) % 3
    sums = [sum(each.adds for each in words) for words in words_behind(model.classifier, texts, labels)]
    starts = model.classifier.linear.intercepts[labels]
    np.testing.assert_allclose(sums + starts, _scores(model, texts)[np.arange(len(texts)), labels], atol=1e-5)


def test_the_sums_hold_block_by_block(model, monkeypatch):
    texts = made_rows(50, seed=3)[0]
    labels = np.zeros(len(texts), np.int64)
    whole = list(words_behind(model.classifier, texts, labels))
    monkeypatch.setattr(ngrams, "BLOCK", 7)
    for one, other in zip(whole, words_behind(model.classifier, texts, labels), strict=True):
        assert {each.word for each in one} == {each.word for each in other}
        assert [each.adds for each in one] == pytest.approx([each.adds for each in other])


def test_the_words_of_a_label_speak_for_it(model):
    (words,) = model.words(["the town is burning, smoke near the road"])
    assert {each.word for each in words[:2]} == {"burning", "smoke"}
    assert {each.word for each in words} == {"the", "town", "is", "burning", "smoke", "near", "road"}
    (against,) = model.words(["the town is burning, smoke near the road"], label="flood")
    assert {each.word for each in against[-2:]} == {"burning", "smoke"}


def test_only_labels_of_the_model_and_texts_have_words(model):
    with pytest.raises(SettingError, match="`label` must be one of 'fire', 'flood', 'quake'; found 'storm'"):
        model.words(["smoke"], label="storm")
    with pytest.raises(TextError):
        model.words("smoke")


def test_words_are_told_for_each_of_several_labels():
    classifier = fit(made_sets(300))
    texts = ["smoke near the river", "news today"]
    told = words_told(classifier, texts, np.array([[True, True, False], [False, False, False]]), 1)
    assert told == ["fire: smoke; flood: river", ""]


def test_a_text_without_a_word_that_speaks_for_its_label_says_so(model):
    assert words_told(model.classifier, ["!!!"], np.array([[True, False, False]]), 3) == [NO_WORD]
