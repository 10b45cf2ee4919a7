"""The verdict in words: it warns first, calls a tie a tie, and says no more than the numbers allow."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mercalli.results.difference import Difference
from mercalli.results.grounds import Finds, Grounds, Lead, Source, Standing
from mercalli.results.measure import Measure
from mercalli.results.verdict import ANSWER, BASELINE, MISSED, SCOPE, SOURCE, verdict

SVM = Measure("dua", 0.792, 0.779, 0.803, "percentile", 4986, baselines={"majority": 0.369})
LOGREG = replace(SVM, value=0.777, low=0.766, high=0.788)
CALLS = Finds("urgent needs", 69, 174, 0.327, 0.471, 0.5)
INJURED = Finds("injured people", 444, 490, 0.877, 0.929, 0.5)


def difference(size=0.015, low=0.008, high=0.022, p=0.001):
    return Difference("dua", 0.792, 0.777, size, low, high, "percentile", p, p, "svm" if p and p < 0.05 else None)


def grounds(**changes):
    standings = (
        Standing("svm", SVM, (INJURED, CALLS)),
        Standing("logreg", LOGREG, (INJURED, replace(CALLS, hits=81))),
    )
    given = {
        "metric": "dua",
        "direction": 1,
        "standings": standings,
        "lead": Lead("logreg", difference(), shown=True),
        "trivial": "always predicting the most frequent class",
        "baseline": "majority",
    }
    return Grounds(**{**given, **changes})


def test_what_is_missed_leads_and_names_who_finds_more():
    first = verdict(grounds()).lines[0]
    assert first.warns
    assert first.text == (
        "svm finds 40% of urgent needs (69 of 174; 33% to 47%), below the floor of 50%. "
        "logreg finds 47% of them, below it as well."
    )


def test_a_share_of_other_rows_is_of_those_rows_and_comes_with_its_counts():
    other = Standing("gpt", LOGREG, (INJURED, Finds("urgent needs", 100, 174, 0.5, 0.65, 0.5)))
    few = Standing("svm", SVM, (Finds("urgent needs", 5, 16, 0.14, 0.56, 0.5),))
    assert verdict(grounds(standings=(few, other))).lines[0].text == (
        "svm finds 31% of urgent needs (5 of 16; 14% to 56%), probably below the floor of 50%. "
        "gpt finds 57% of those in its own rows (100 of 174)."
    )


def test_more_hits_of_more_rows_are_not_a_larger_share():
    other = Standing("all", LOGREG, (Finds("urgent needs", 7, 16, 0.23, 0.67, 0.5),))
    part = Standing("part", SVM, (Finds("urgent needs", 6, 13, 0.23, 0.71, 0.5),))
    text = verdict(grounds(standings=(part, other))).lines[0].text
    assert text.endswith("Below it as well: all (44%, 7 of 16).")


def test_a_floor_that_only_another_system_misses_is_told_without_alarm():
    found = replace(CALLS, hits=120, low=0.6, high=0.75)
    standings = (Standing("svm", SVM, (found,)), Standing("logreg", LOGREG, (CALLS,)))
    (line,) = [each for each in verdict(grounds(standings=standings)).lines if "logreg finds" in each.text]
    assert (line.text, line.warns) == (
        "logreg finds 40% of urgent needs (69 of 174), below the floor of 50%.",
        False,
    )


def test_counts_of_weights_are_called_so():
    weighed = Finds("urgent needs", 51.5, 177.6, 0.2, 0.4, 0.5)
    text = verdict(grounds(standings=(Standing("svm", SVM, (weighed,)),))).lines[0].text
    assert "(51.5 of 177.6 by weight; 20% to 40%)" in text


def test_the_answer_has_its_margin_interval_and_p():
    (text,) = verdict(grounds()).texts(ANSWER)
    assert text == "svm is ahead: dua 0.792 [0.779 to 0.803], better than logreg by 0.015 [0.008 to 0.022], p 0.001."
    assert verdict(grounds()).best == "svm"


def test_what_is_found_comes_after_the_answer():
    topics = [line.topic for line in verdict(grounds()).lines]
    assert topics == [MISSED, ANSWER, MISSED, BASELINE]


def test_a_tie_is_called_a_tie_and_says_what_it_would_take():
    tie = Lead("logreg", difference(0.002, -0.004, 0.008, 0.4), shown=False, needed=44_000)
    found = verdict(grounds(lead=tie, tied=2))
    assert found.best is None
    assert found.texts(ANSWER) == (
        "svm and logreg are tied in dua: the difference of 0.002 [-0.004 to 0.008] in favour of svm may be due to "
        "chance (p 0.400). About 44,000 items like these would show a difference of this size.",
    )


def test_too_few_units_are_called_that():
    few = Lead("logreg", difference(p=None), shown=False, units=4, needed=14)
    (text,) = verdict(grounds(lead=few, tied=2, unit="event")).texts(ANSWER)
    assert text == (
        "4 events are too few to show a difference between systems; on these items svm is better than logreg by "
        "0.015 in dua. About 14 events like these would show a difference of this size."
    )


def test_too_few_units_do_not_tell_which_system_is_better_on_new_ones():
    few = Lead("logreg", difference(p=None), shown=False, units=4)
    speaks = "This speaks for new events like these 4."
    (text,) = verdict(grounds(lead=few, tied=2, unit="event", speaks_for=speaks)).texts(SCOPE)
    assert text == f"{speaks} So few events cannot tell which system is better on new ones."


def test_systems_with_the_same_value_are_said_to_have_it():
    same = Lead("logreg", difference(0.0, -0.01, 0.01, 1.0), shown=False)
    (text,) = verdict(grounds(lead=same, tied=2)).texts(ANSWER)
    assert text == "svm and logreg are tied in dua: both have 0.792 [0.779 to 0.803]."


def test_a_value_of_which_less_is_better_says_so():
    alone = grounds(metric="brier", direction=-1, standings=(Standing("svm", SVM),), lead=None)
    assert verdict(alone).texts(ANSWER) == ("svm: brier 0.792 [0.779 to 0.803] (lower is better).",)


def test_a_lead_that_is_smaller_where_less_is_better_is_told_as_better():
    less = Lead("logreg", difference(-0.015, -0.022, -0.008), shown=True)
    (text,) = verdict(grounds(lead=less, direction=-1)).texts(ANSWER)
    assert "better than logreg by 0.015 [0.008 to 0.022]" in text


def test_sources_say_what_a_lead_comes_from_and_add_up_to_it():
    lead = Lead(
        "gpt",
        difference(0.073, 0.06, 0.087),
        shown=True,
        sources=(Source("donations", 0.049), Source("news", 0.028), Source("all other classes", -0.004)),
        together=Source("the critical classes together", 0.001, "533 against 534 of 700 right"),
    )
    assert verdict(grounds(rival=lead)).texts(SOURCE) == (
        "Of the lead of 0.073 over gpt, 67% comes from donations, 38% comes from news and 5% is lost on all other "
        "classes. The critical classes together account for 1% of it (533 against 534 of 700 right).",
    )


def test_sources_larger_than_the_lead_are_no_shares():
    sources = (Source("donations", 0.04), Source("requests", -0.03))
    lead = Lead("gpt", difference(0.01), shown=True, sources=sources, together=Source("calls together", -0.03))
    (text,) = verdict(grounds(rival=lead)).texts(SOURCE)
    assert text == (
        "The lead of 0.010 over gpt adds up from 0.040 on donations and -0.030 on requests. "
        "On calls together, 0.030 of it is lost."
    )


def test_a_difference_that_was_not_shown_has_no_sources():
    tie = Lead("logreg", difference(0.002, -0.004, 0.008, 0.4), shown=False, sources=(Source("donations", 0.001),))
    assert verdict(grounds(lead=tie, tied=2)).texts(SOURCE) == ()


def test_a_system_no_better_than_a_trivial_rule_is_a_warning():
    useless = Standing("svm", replace(SVM, value=0.3))
    (line,) = [each for each in verdict(grounds(standings=(useless,))).lines if each.topic == BASELINE]
    assert line.warns
    assert line.text.endswith("; svm is no better than that.")


def test_a_value_whose_interval_reaches_a_trivial_rule_was_not_shown_to_be_better():
    close = Standing("svm", replace(SVM, baselines={"majority": 0.78}))
    (line,) = [each for each in verdict(grounds(standings=(close,))).lines if each.topic == BASELINE]
    assert (line.warns, line.text.endswith("gives dua 0.780; svm was not shown to be better.")) == (True, True)


def test_where_less_is_better_the_upper_end_decides_about_a_trivial_rule():
    loss = Standing("svm", replace(SVM, baselines={"majority": 0.8}))
    (text,) = verdict(grounds(standings=(loss,), direction=-1)).texts(BASELINE)
    assert text.endswith("svm was not shown to be better.")


def test_a_trivial_rule_that_is_as_good_stands_next_to_the_answer():
    useless = Standing("svm", replace(SVM, value=0.3), (INJURED,))
    topics = [line.topic for line in verdict(grounds(standings=(useless,))).lines]
    assert topics == [ANSWER, BASELINE, MISSED]


def test_what_must_not_be_missed_and_never_occurs_is_a_warning():
    absent = replace(CALLS, hits=0, total=0, low=None, high=None)
    found = verdict(grounds(standings=(Standing("svm", SVM, (INJURED, absent)),)))
    (line,) = [each for each in found.lines if each.topic == MISSED and each.warns]
    assert line.text == "This data has no examples of urgent needs, so nothing here shows whether they are found."


def test_what_has_no_floor_need_not_occur():
    assert verdict(grounds(standings=(Standing("svm", SVM, (Finds("calls", 0, 0),)),))).texts(MISSED) == ()


@pytest.mark.parametrize(
    ("finds", "words"),
    [
        (Finds("calls", 2, 9, floor=0.5), "too few to compare with the floor of 50%"),
        (Finds("calls", 80, 174, 0.39, 0.53, 0.5), "probably below the floor of 50%"),
        (Finds("calls", 90, 174, 0.44, 0.59, 0.5), "(90 of 174; 44% to 59%, not shown to be above the floor of 50%)"),
        (Finds("calls", 90, 174, floor=0.5), "(90 of 174, above the floor of 50% by the value alone)"),
        (Finds("calls", 160, 174, 0.87, 0.95, 0.5), "finds 92% of calls (160 of 174)."),
        (Finds("calls", 160, 174), "of 174)."),
    ],
)
def test_a_share_is_compared_with_its_floor_as_far_as_its_interval_allows(finds, words):
    (text,) = verdict(grounds(standings=(Standing("svm", SVM, (finds,)),))).texts(MISSED)
    assert words in text


def test_hostile_names_stay_in_their_line():
    found = verdict(grounds(standings=(Standing("two\nlines", SVM),)))
    assert all("\n" not in line.text for line in found.lines)


THREE = (Standing("svm", SVM), Standing("logreg", LOGREG), Standing("tree", replace(SVM, value=0.7)))
TIE = Lead("logreg", difference(p=0.4), shown=False)


def test_a_tie_is_ahead_of_the_others_where_each_of_it_beats_each_of_them():
    both = frozenset({("svm", "tree"), ("logreg", "tree")})
    (said,) = verdict(grounds(standings=THREE, tied=2, lead=TIE, beats=both)).texts(ANSWER)
    assert said.startswith("svm and logreg are tied in dua, ahead of the others: the difference of")


def test_a_tie_of_which_one_alone_beats_another_is_not_said_to_be_ahead():
    (said,) = verdict(grounds(standings=THREE, tied=2, lead=TIE, beats=frozenset({("svm", "tree")}))).texts(ANSWER)
    assert said.startswith("svm and logreg are tied in dua: the difference of")


def test_a_leader_that_was_not_shown_to_beat_a_later_system_says_so():
    ahead = Lead("logreg", difference(0.015, 0.007, 0.022, 0.006), shown=True)
    one, all_others = frozenset({("svm", "logreg")}), frozenset({("svm", "logreg"), ("svm", "tree")})
    rivalled, best = (verdict(grounds(standings=THREE, lead=ahead, beats=each)) for each in (one, all_others))
    (said,) = rivalled.texts(ANSWER)
    assert said.startswith(
        "svm is tied with tree in dua: no difference between them was shown. svm is ahead of logreg: dua"
    )
    (said,) = best.texts(ANSWER)
    assert said.startswith("svm is ahead: dua")
    assert (rivalled.best, best.best) == (None, "svm")


def test_an_interval_that_hardly_excludes_zero_is_not_written_as_if_it_ended_at_zero():
    close = Lead("logreg", difference(0.003, 0.00012, 0.0061, 0.061), shown=False)
    (said,) = verdict(grounds(lead=close, tied=2)).texts(ANSWER)
    assert "0.003 [0.0001 to 0.0061] in favour of svm may be due to chance (p 0.061). The interval excludes 0" in said


def test_of_three_that_are_tied_both_that_were_compared_are_named():
    (said,) = verdict(grounds(standings=THREE, tied=3, lead=TIE)).texts(ANSWER)
    assert "between svm and logreg, in favour of svm, may be due to chance" in said
