"""What the verdict on feedback rests on: how often people correct the model, where, and whether that is new."""

from __future__ import annotations

from collections.abc import Iterator

from mercalli.estimates.measure import named_measure
from mercalli.results.grounds import Finds, Grounds, Standing
from mercalli.results.limits import FEW_IN_CLASS
from mercalli.tasks.feedback.result import FeedbackMeasure, FeedbackReport, LabelChange
from mercalli.text.names import quoted
from mercalli.text.numbers import DIGITS, interval, number, share_text
from mercalli.text.words import counted, listed

MODEL = "The model"
DAY = 10


def grounds(result: FeedbackReport) -> Grounds:
    """The model on what people said of its texts, beside its own test."""
    exact, worse = result.measures[0], _worse(result)
    return Grounds(
        metric=exact.metric,
        direction=1,
        standings=(Standing(MODEL, named_measure(exact.metric, exact.feedback, n=result.n), tuple(_finds(result))),),
        says=_answer(result, exact),
        alarms=tuple(_less_often(worse)),
        beside=(
            _beside_test(result, exact),
            *([] if worse else [_none_worse(result)]),
            *_since(result, worse),
            *_profile(result),
        ),
        speaks_for=(
            f"This applies to the texts that people gave feedback on ({days(result.start, result.end)}), "
            f"not to everything that the model labels."
        ),
        cautions=result.notes,
        steps=tuple(_steps(result, exact)),
    )


def days(*times: str | None) -> str:
    """From which day to which, or the one day.

    >>> days("2024-03-01T08:00:00Z", "2024-03-01T09:00:00Z"), days("2024-03-01T08", "2024-03-02T08")
    ('2024-03-01', '2024-03-01 to 2024-03-02')
    """
    return " to ".join(dict.fromkeys(time[:DAY] for time in times if time is not None))


def _wrong(result: FeedbackReport, exact: FeedbackMeasure) -> int:
    """How many texts have other labels than the model gives them."""
    return 0 if exact.feedback is None else round((1 - exact.feedback) * result.n)


def _answer(result: FeedbackReport, exact: FeedbackMeasure) -> str:
    """How often people say something else than the model, with the interval of that."""
    if exact.feedback is None:
        return f"How often people correct the model cannot be said: {exact.metric} has no value."
    ends = (exact.feedback_low, exact.feedback_high)
    shares = [share_text(1 - end) for end in reversed(ends) if end is not None]
    between = f"; {' to '.join(shares)}" if len(shares) == len(ends) else ""
    share = share_text(1 - exact.feedback)
    corrected = f"{_wrong(result, exact):,} of {counted(result.n, 'text')}"
    return f"People correct the model on {share} of the texts they gave feedback on ({corrected}{between})."


def _beside_test(result: FeedbackReport, exact: FeedbackMeasure) -> str:
    """Whether the model does worse than on its test."""
    if result.n < FEW_IN_CLASS:
        return f"{counted(result.n, 'text')}: too few to compare with its test."
    if exact.test is None or exact.difference is None or exact.low is None or exact.high is None:
        return "Its test cannot be compared with the feedback."
    shown = exact.high < 0 or exact.low > 0
    way = "more often" if exact.difference < 0 else "less often"
    on_test = f"On its test it is wrong on {share_text(1 - exact.test)}"
    by = f"{exact.metric} {'lower' if exact.difference < 0 else 'higher'} by {number(abs(exact.difference), DIGITS)}"
    ends = (exact.low, exact.high) if exact.difference > 0 else (-exact.high, -exact.low)
    size = f"{by} [{interval(*ends)}]"
    if shown:
        return f"{on_test}; on the feedback it is wrong {way} ({size})."
    return f"{on_test}; no difference from the feedback was shown ({size})."


def _enough(result: FeedbackReport) -> list[LabelChange]:
    """The labels of which there are enough texts, the most changed first."""
    return [each for each in result.labels if each.n >= FEW_IN_CLASS]


def _worse(result: FeedbackReport) -> list[LabelChange]:
    """The labels that are clearly found less often than on the test."""
    return [each for each in _enough(result) if each.recall.high is not None and each.recall.high < 0]


def _finds(result: FeedbackReport) -> Iterator[Finds]:
    """What the model finds of the label that it misses most."""
    known = [each for each in _enough(result) if each.recall.feedback is not None]
    if known:
        weakest = min(known, key=lambda each: each.recall.feedback or 0.0)
        recall, hits = weakest.recall, weakest.n - weakest.missed
        weaker = any((each.recall.feedback or 0.0) < (recall.feedback or 0.0) for each in result.labels if each.n)
        among = f" of those with {FEW_IN_CLASS} texts or more" if weaker else ""
        name = f"{quoted(weakest.name)}, its weakest label{among}"
        yield Finds(name, hits, weakest.n, recall.feedback_low, recall.feedback_high, each="text")


def _less_often(worse: list[LabelChange]) -> Iterator[str]:
    """The label that changed most, and since when."""
    if worse:
        most, recall = worse[0], worse[0].recall
        rest = f"; {len(worse) - 1} more too" if len(worse) > 1 else ""
        since = f" The errors on it change on {most.since[:DAY]}." if most.since else ""
        yield (
            f"{quoted(most.name)} is found less often: recall {number(recall.feedback, DIGITS)} on the feedback, "
            f"{number(recall.test, DIGITS)} on the test, difference [{interval(recall.low, recall.high)}]{rest}.{since}"
        )


def _none_worse(result: FeedbackReport) -> str:
    few = len(result.labels) - len(_enough(result))
    have = "label has" if few == 1 else "labels have"
    but = f" {few:,} {have} fewer than {FEW_IN_CLASS} texts in the feedback: too few to tell." if few else ""
    return f"No label is shown to be found less often on the feedback than on the test.{but}"


def _since(result: FeedbackReport, worse: list[LabelChange]) -> Iterator[str]:
    """From when on errors on other labels change."""
    changed = [f"{quoted(each.name)} on {each.since[:DAY]}" for each in result.labels if each.since]
    told = [f"{quoted(each.name)} on {each.since[:DAY]}" for each in worse[:1] if each.since]
    others = [each for each in changed if each not in told]
    if others:
        yield f"Errors change in time: {listed(others)}."


def _steps(result: FeedbackReport, exact: FeedbackMeasure) -> Iterator[str]:
    """What to look at first, and how to use the corrections."""
    if result.swaps:
        most, wrong = result.swaps[0], counted(_wrong(result, exact), "correction")
        make = "makes" if most.count == 1 else "make"
        instead = f"{most.count:,} {make} it {quoted(most.label)}"
        yield f"Read what the model calls {quoted(most.pred)}: of {wrong}, {instead}."
        command = f"mercalli train DATA --feedback {result.provenance.title}"
        yield f"Train with the corrections too (`{command}`), and compare both models on texts that neither saw."


def _profile(result: FeedbackReport) -> Iterator[str]:
    """How many settings of the profile the corrections speak against."""
    found = result.for_profile
    if found is not None and found.proposals:
        changes = counted(len(found.proposals), "change")
        yield f"Corrections suggest {changes} of the profile {found.profile}; nothing was changed."
