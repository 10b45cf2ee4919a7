"""One provenance for every task."""

import mercalli
from mercalli.plan.provenance import generic, provenance


def test_without_a_profile_it_names_the_generic_one_which_is_read_once():
    found = provenance("'rows.csv'", {"truth": "y"}, {"seed": 0})
    known = mercalli.read_profile("generic")
    assert (found.profile, found.profile_digest) == (known.name, known.digest)
    assert generic() is generic()


def test_a_profile_that_applies_is_named_with_its_digest():
    known = mercalli.read_profile("humaid")
    found = provenance("'rows.csv'", {}, {}, known)
    assert (found.profile, found.profile_digest) == ("humaid", known.digest)
    assert found.versions["mercalli"] == mercalli.__version__
