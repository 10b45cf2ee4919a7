"""A report on feedback as an article."""

from __future__ import annotations

from collections.abc import Iterator

from mercalli.io.sheets import Sheet, sheet
from mercalli.results.limits import FEW_IN_CLASS
from mercalli.results.verdict import MOST_CAUTIONS
from mercalli.tasks.feedback.result import CorrectedLabel, FeedbackMeasure, FeedbackReport, LabelChange, Proposal, Swap
from mercalli.tasks.feedback.verdict import DAY, days
from mercalli.telling.article import LONG, PROMPT, Article, Notes, Section, Sentence, table
from mercalli.telling.words import signed
from mercalli.text.numbers import DIGITS, NOTHING, interval, number, share_text
from mercalli.text.words import counted

SPARE = ("test interval", "feedback interval")
BESIDE = ("metric", "feedback", SPARE[1], "test", SPARE[0], "difference", "its interval")
LABELS = ("label", "texts", "missed", "wrongly given", "recall", "test", "difference", "corrected", "changed")
SWAPS = ("model says", "people say", "texts", "first", "last")
ORDER = f"Labels whose recall fell most first; those with fewer than {FEW_IN_CLASS} texts come last"
CORRECTED = ("label", "corrections", "weight", "harm", "share", "expected", "critical")
PROPOSED = ("setting", "now", "proposed", "why")
LABELS_FILE = (
    *("label", "texts", "missed", "wrongly", "recall", "test_recall", "difference", "low", "high"),
    *("first", "last", "since"),
)


def article(result: FeedbackReport) -> Article:
    """All of it."""
    sides = (
        Sentence(f"{_about(result)}.", on=PROMPT),
        Notes(result.notes[MOST_CAUTIONS:]),
        table("Feedback compared with the test", BESIDE, map(_beside_row, result.measures), spare=SPARE),
    )
    labels = table(ORDER, LABELS, map(_label_row, result.labels), words=LABELS[-2:], each="label")
    swaps = table("The most frequent corrections", SWAPS, map(_swap_row, result.swaps), words=SWAPS[1:2])
    return Article(
        title=result.provenance.title,
        asks="feedback",
        summary=_about(result),
        sections=(
            Section("Feedback and test", sides),
            Section("Which labels changed", (labels,), on=LONG),
            Section("Corrections", (swaps,), on=LONG),
            *_for_profile(result),
        ),
        metrics=(),
        provenance=result.provenance,
        digests={"model": result.digest},
    )


def _for_profile(result: FeedbackReport) -> Iterator[Section]:
    """What people corrected most, by weight, and what that suggests for the profile."""
    found = result.for_profile
    if found is None:
        return
    none = Sentence("The corrections suggest no change of the profile.")
    unchanged = Sentence(
        "Nothing was changed. Feedback is not a random sample: decide yourself, and write the reason into the profile."
    )
    changes = table("Changes that corrections suggest", PROPOSED, map(_proposal_row, found.proposals), words=PROPOSED)
    labels = table(
        "Labels whose corrections weigh most first (harm = corrections x weight; expected: share of the test's errors)",
        *(CORRECTED, map(_corrected_row, found.labels)),
        words=CORRECTED[-1:],
        each="label",
    )
    said = (changes, unchanged) if found.proposals else (none,)
    yield Section("Does the profile fit?", (*said, labels), about=f"profile {found.profile}", on=LONG)


def _proposal_row(each: Proposal) -> tuple[str, ...]:
    now = NOTHING if each.now is None else f"{each.now:g}"
    return each.setting, now, f"{each.proposed:g}", each.evidence


def _corrected_row(each: CorrectedLabel) -> tuple[str, ...]:
    shares = (NOTHING if share is None else share_text(share) for share in (each.share, each.expected))
    return each.name, f"{each.missed:,}", f"{each.weight:g}", f"{each.harm:g}", *shares, "yes" if each.critical else ""


def _about(result: FeedbackReport) -> str:
    return (
        f"{counted(result.n, 'text')} of {counted(result.entries, 'record')} by "
        f"{counted(result.people, 'name')}, {days(result.start, result.end)}; "
        f"{counted(result.tested, 'test text')}"
    )


def _beside_row(each: FeedbackMeasure) -> tuple[str, ...]:
    return (
        *(each.metric, number(each.feedback, DIGITS), interval(each.feedback_low, each.feedback_high)),
        *(number(each.test, DIGITS), interval(each.test_low, each.test_high)),
        *(signed(each.difference), interval(each.low, each.high)),
    )


def _label_row(each: LabelChange) -> tuple[str, ...]:
    """One label; the difference with its interval, and from when to when it was corrected."""
    recall = each.recall
    ends = "" if recall.low is None else f" [{interval(recall.low, recall.high)}]"
    return (
        *(each.name, f"{each.n:,}", f"{each.missed:,}", f"{each.wrongly:,}"),
        *(number(recall.feedback, DIGITS), number(recall.test, DIGITS), f"{signed(recall.difference)}{ends}"),
        *(days(each.first, each.last) or NOTHING, NOTHING if each.since is None else f"since {each.since[:DAY]}"),
    )


def _swap_row(each: Swap) -> tuple[str, ...]:
    return each.pred, each.label, f"{each.count:,}", each.first[:DAY], each.last[:DAY]


def tables(result: FeedbackReport) -> dict[str, Sheet]:
    """The labels, on the feedback and on the test; and changes of the profile, if corrections suggest any."""
    rows = (
        (
            *(each.name, each.n, each.missed, each.wrongly, each.recall.feedback, each.recall.test),
            *(each.recall.difference, each.recall.low, each.recall.high, each.first, each.last, each.since),
        )
        for each in result.labels
    )
    changes = () if result.for_profile is None else result.for_profile.proposals
    proposed = ((each.setting, each.now, each.proposed, each.evidence) for each in changes)
    kinds = {"now": float, "proposed": float}
    sheets = {"labels.csv": sheet("classes", LABELS_FILE, rows)}
    return {**sheets, "proposals.csv": sheet("proposals", PROPOSED, proposed, kinds)} if changes else sheets
