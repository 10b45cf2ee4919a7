"""What docs/advice.md says of copies among real posts holds."""

import numpy as np
import pytest

from mercalli.plan.labelled_texts import read
from mercalli.stats.copies import Copies
from mercalli.tasks.advice.copied import conflicts
from tests.places import SHARED

POSTS = SHARED / "crisislex_t26"


@pytest.mark.skipif(not POSTS.is_dir(), reason="the posts of CrisisLexT26 are not in ../shared/data")
def test_copies_of_real_posts_are_as_many_as_the_page_says():
    data = read(sorted(POSTS.glob("*/*-tweets_labeled.csv")), label="Information Type")
    copies = Copies.of(data.texts.tolist())
    exact, near = (len(data) - len(np.unique(each)) for each in (copies.exact, copies.near))
    assert (len(data), exact, near - exact) == (27_933, 2_625, 1_637)
    assert conflicts(copies.same, data.codes).sum() == 525
