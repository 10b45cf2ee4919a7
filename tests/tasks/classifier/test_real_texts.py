"""On real posts in many languages, ours is not below plain scikit-learn with default settings on the same split."""

import numpy as np
import pytest
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score

from mercalli.plan.labelled_texts import read
from mercalli.tasks.classifier.fit import copies_of, fit, strata
from mercalli.tasks.classifier.split import held_out
from tests.places import SHARED

POSTS = SHARED / "crisislex_t26"
TAKEN = 4000


@pytest.mark.skipif(not POSTS.is_dir(), reason="the posts of CrisisLexT26 are not in ../shared/data")
@pytest.mark.parametrize("label", ["Information Type", "Information Source", "Informativeness"])
def test_macro_f1_is_not_below_plain_scikit_learn(label):
    files = sorted(POSTS.glob("*/*-tweets_labeled.csv"))
    every = read(files, label=label)
    data = every.take(np.random.default_rng(0).choice(len(every), TAKEN, replace=False))
    test = held_out(strata(data), copies_of(data), 0.2, np.random.default_rng(1))
    learn, new = data.take(~test), data.take(test)
    words = TfidfVectorizer()
    plain = LogisticRegression().fit(words.fit_transform(learn.texts), learn.codes)
    peer = f1_score(new.codes, plain.predict(words.transform(new.texts)), average="macro")
    model = fit(learn)
    ours = f1_score(new.codes, model.flags(model.probabilities(new.texts)).argmax(axis=1), average="macro")
    assert ours > peer
