"""A training as an article: what the classifier is worth, what it was made from, how, and its limits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from mercalli.estimates.ranking import best_first
from mercalli.io.cells import csv_columns, csv_rows, csv_text
from mercalli.io.folders import Content
from mercalli.io.manifests import MODEL
from mercalli.registry import kind, load
from mercalli.results.findings import Finding
from mercalli.results.measure import Measure, by_text
from mercalli.results.seal import to_json
from mercalli.results.verdict import verdict
from mercalli.stats.copies import COPIES, groups_of
from mercalli.tasks.classifier.figures import forward_figure, leave_out_figure
from mercalli.tasks.classifier.forward_article import FORWARD, FORWARD_PICTURE, forward_rows, forward_section
from mercalli.tasks.classifier.model import save_model
from mercalli.tasks.classifier.predictions import prediction_columns, tested_header
from mercalli.tasks.classifier.result import (
    EXPECT_LESS,
    LIMITS,
    LeftOutPart,
    LeftOutReport,
    TrainedClassifier,
    Training,
    WeightTrial,
    Worth,
)
from mercalli.tasks.classifier.verdict import grounds
from mercalli.telling.article import (
    PAGE,
    SCREEN,
    VERDICT,
    Article,
    Block,
    Notes,
    Picture,
    Section,
    Sentence,
    headed,
    table,
)
from mercalli.telling.blocks import evidence_section, next_section
from mercalli.telling.figures.library import check_drawable
from mercalli.telling.files import article_files
from mercalli.telling.kinds import adapted_files, files_of
from mercalli.telling.markdown import article_markdown
from mercalli.telling.page.article import article_page
from mercalli.telling.words import interval_header, sure
from mercalli.text.masks import masked
from mercalli.text.numbers import DIGITS, interval, number
from mercalli.text.words import counted

PICTURE, PAGE_FILE, REPORT = "leave_out.png", "index.html", "report.md"
CARD = "What it learnt from, what it does on new events if that was tested, and its limits: see model_card.html."
MOST_LABELS, MOST_PARTS = 200, 30
AVERAGES = ("precision_macro", "recall_macro", "f1_macro", "f1_micro")
LEFT_OUT = ("texts", "few", "metric", "value", "low", "high", "untrained", "obstacle")


def article(trained: TrainedClassifier) -> Article:
    """The verdict, then what a classifier is and what it is worth; a screen shows the test as its own article does."""
    return headed(_card(trained), verdict(grounds(trained)))


def _card(trained: TrainedClassifier) -> Article:
    training, test = trained.training, trained.test
    shown = {training.metric, *test.headline, *AVERAGES}
    return Article(
        title=replace(test.provenance, origin=training.origin).title,
        asks="how good this classifier is",
        summary=f"{counted(training.trained, 'training text')}, {counted(training.tested, 'test text')}, "
        f"{counted(len(training.labels), 'label')}, {training.mode}",
        sections=(
            *_worth(trained, shown),
            *_new_events(trained),
            *forward_section(trained.forward),
            *_next(trained.findings),
            Section("What it learnt from", tuple(_learnt(training)), on=PAGE),
            Section("How labels are chosen", tuple(_chosen(trained)), on=PAGE | SCREEN),
            Section("Limits", (Notes(_limits(trained)),), on=PAGE),
        ),
        metrics=tuple(card for card in test.metrics if card.metric in shown),
        provenance=test.provenance,
        digests={
            "training": training.digest,
            **({} if training.feedback is None else {"feedback": training.feedback.digest}),
            "test": test.systems[0].digest,
        },
    )


def _limits(trained: TrainedClassifier) -> tuple[str, ...]:
    """What holds for every classifier; what a new event gets is no open question where events were left out."""
    measured = trained.left_out is not None
    return tuple(each for each in LIMITS if not (measured and each == EXPECT_LESS))


def _worth(trained: TrainedClassifier, shown: set[str]) -> Iterator[Section]:
    test = trained.test
    header = ("metric", "value", interval_header(test.provenance), "majority")
    rows = (_measure(each) for each in test.systems[0].measures if each.metric in shown)
    blocks = (
        Sentence("The full report is in index.html.", on=PAGE),
        table("On texts that it has not seen", header, rows),
    )
    yield Section("How good it is", blocks, on=~SCREEN)
    yield from (replace(section, on=SCREEN) for section in _test_article(test).on(SCREEN).sections)


def _test_article(test: Worth) -> Article:
    """The article on the test without its verdict, in whose place that on the classifier stands."""
    registered = kind(test.sealed_as)
    assert registered is not None, test.sealed_as  # noqa: S101 - both kinds of test are registered
    article: Article = load(registered.article)(test)
    first, *rest = article.sections
    named = replace(first, title="On the test", anchor="") if first.anchor == VERDICT else first
    return replace(article, sections=(named, *rest))


def _measure(each: Measure) -> tuple[str, ...]:
    majority = number(each.baselines.get("majority"), DIGITS)
    return (each.metric, number(each.value, DIGITS), interval(each.low, each.high), majority)


def _new_events(trained: TrainedClassifier) -> Iterator[Section]:
    if trained.left_out is None:
        return
    left = trained.left_out.report
    header = (left.column, "texts", left.metric, interval_header(trained.test.provenance), "labels that no other has")
    words, caption = header[-1:], f"Each {left.column} by itself, worst first"
    parts = table(caption, header, map(_part, left.parts), words=words, most=MOST_PARTS, each=left.column)
    blocks = (
        Sentence(_left_out_words(left)),
        Notes(tuple(f"{part.name} was not tested: {part.obstacle}" for part in left.untested)),
        Picture(PICTURE, f"{left.metric} on each {left.column} that was left out of training"),
        parts,
    )
    yield Section(f"On a new {left.column}", blocks)


def _left_out_words(left: LeftOutReport) -> str:
    """How far it generalises, in a few sentences."""
    tested = len(left.parts) - len(left.untested)
    return (
        f"Trained on every {left.column} but one and tested on that, for each of {tested}. The mean over "
        f"{left.column}s, each counting the same, of {left.metric} is {sure(left.mean)}: what to expect on a new "
        f"{left.column}. On all their texts together it is {sure(left.all_parts)}, with an interval over "
        f"{left.column}s. On texts held out at random, whose {left.column} was seen, it is {sure(left.at_random)}. An "
        f"average over labels is mostly lower within one {left.column}, which may have few texts of some label."
    )


def _part(part: LeftOutPart) -> tuple[str, ...]:
    each = part.measure
    name = f"{part.name} (few)" if part.few else part.name
    return (name, f"{part.n:,}", number(each.value, DIGITS), interval(each.low, each.high), ", ".join(part.untrained))


def _next(findings: Sequence[Finding]) -> Iterator[Section]:
    """What to do about the texts; the verdict has what is most pressing."""
    if findings:
        yield replace(next_section(findings), title="What to do about the texts", on=PAGE)
        yield evidence_section(findings)


def _learnt(training: Training) -> Iterator[Block]:
    left_out = f" {counted(training.dropped, 'row')} without text or label left out." if training.dropped else ""
    yield Sentence(
        f"{counted(training.trained, 'text')} of {training.origin}.{left_out} {training.terms:,} n-grams of words and "
        f"letters that at least two texts have; a linear model for each label."
    )
    if training.feedback is not None:
        yield Sentence(f"{counted(training.feedback.entries, 'record')} of feedback: {training.feedback}.")
    header = ("label", "trained", "tested", "weight")
    labels = training.labels[:MOST_LABELS]
    rows = ((each.name, f"{each.trained:,}", f"{each.tested:,}", number(each.weight)) for each in labels)
    yield table("Texts of each label, and its weight", header, rows)


def _chosen(trained: TrainedClassifier) -> Iterator[Block]:
    training, trials = trained.training, _best_first(trained)
    tried = ", ".join(f"{each.name} {number(each.value)}" for each in trials)
    yield Sentence(
        f"Weights of labels by {training.metric} in {training.folds} folds: {training.chosen} ({tried}).", on=SCREEN
    )
    yield Sentence(
        f"Probabilities are fitted to scores of texts held out in {training.folds} parts, and a text gets the label "
        f"with the highest probability times weight (in multi-label mode, every label with weighted odds of at least "
        f"1). Weights are those with the best {training.metric} there: {training.chosen}.",
        on=PAGE,
    )
    rows = ((each.name, number(each.value), "yes" if each.name == training.chosen else "") for each in trials)
    yield table(
        f"{training.metric} by cross-validation, best first",
        ("weights", training.metric, "chosen"),
        rows,
        words=["chosen"],
        on=PAGE,
    )


def _best_first(trained: TrainedClassifier) -> list[WeightTrial]:
    """The weightings that were tried; the one that was taken before others that are as good."""
    training, metrics = trained.training, trained.test.metrics
    chosen = sorted(training.trials, key=lambda each: each.name != training.chosen)
    return best_first(chosen, lambda each: each.value, by_text(metrics, training.metric).direction or 1)


def files(trained: TrainedClassifier, *, show_personal: bool = False, pictures: bool = True) -> dict[str, Content]:
    """The folder: the report on the test, the model, its card, and the shapes of other programs."""
    left, told = trained.left_out, article(trained)
    card = (told if pictures else told.unpictured).on(PAGE)
    drawn = _pictures(trained) if pictures else {}
    events: dict[str, Content] = {}
    if left is not None:
        rows = csv_text((left.report.column, *LEFT_OUT), _left_out_rows(left.report))
        events = {"leave_out.json": to_json(left.by_event), "leave_out.csv": rows}
    if trained.forward is not None:
        events["forward.csv"] = csv_text(FORWARD, forward_rows(trained.forward.report))
        events["forward.json"] = to_json(trained.forward.fresh)
        events["forward_left.json"] = to_json(trained.forward.frozen)
    test = files_of(trained.test, pictures=pictures)
    return {
        **test,
        **_test_pages(trained, test, pictures=pictures),
        MODEL: partial(save_model, model=trained.model),
        "model_card.md": article_markdown(card),
        "model_card.html": article_page(card, drawn),
        **adapted_files("training", trained),
        "test_predictions.csv": _test_predictions(trained, show_personal=show_personal),
        **drawn,
        **events,
    }


def _pictures(trained: TrainedClassifier) -> dict[str, bytes]:
    """What the card shows: each event that was left out, and later texts."""
    check_drawable()
    left, forward = trained.left_out, trained.forward
    return {
        **({} if left is None else {PICTURE: leave_out_figure(left.report)}),
        **({} if forward is None else {FORWARD_PICTURE: forward_figure(forward.report)}),
    }


def _test_pages(trained: TrainedClassifier, files: Mapping[str, str | bytes], *, pictures: bool) -> dict[str, Content]:
    """The report on the test under the verdict on the classifier, so that both pages begin with the same number."""
    registered = kind(trained.test.sealed_as)
    assert registered is not None, trained.test.sealed_as  # noqa: S101 - both kinds of test are registered
    told = headed(load(registered.article)(trained.test), verdict(grounds(trained)))
    first, *rest = (told if pictures else told.unpictured).sections
    pointed = replace(first, blocks=(*first.blocks, Sentence(CARD)))
    drawn = {name: each for name, each in files.items() if isinstance(each, bytes)}
    pages = article_files(replace(told, sections=(pointed, *rest)), drawn)
    copies = (name for name, each in files.items() if each == files[REPORT])
    return {PAGE_FILE: pages[PAGE_FILE], **dict.fromkeys(copies, pages[REPORT])}


def _test_predictions(trained: TrainedClassifier, *, show_personal: bool) -> str:
    """Where texts are masked, a column says which were the same: feedback is compared with copies drawn together."""
    data, classifier = trained.test_texts, trained.model.classifier
    exact = data.texts.tolist()
    texts = exact if show_personal else list(map(masked, exact))
    copies = {} if texts == exact else {COPIES: groups_of(exact).tolist()}
    by = ([column.values[code] for code in column.codes] for column in data.by.values())
    ids = None if data.ids is None else data.ids.tolist()
    kept = [texts, *by, *copies.values()]
    columns = prediction_columns(classifier, trained.probabilities, ids=ids, kept=kept, truth=data.written())
    return csv_rows([tested_header(data, classifier.classes, list(copies))]) + csv_columns(columns)


def _left_out_rows(left: LeftOutReport) -> Iterator[Sequence[object]]:
    for part in left.parts:
        each = part.measure
        untrained = "|".join(part.untrained)
        yield (part.name, part.n, part.few, each.metric, each.value, each.low, each.high, untrained, part.obstacle)
    for name, each in (("(mean)", left.mean), ("(all)", left.all_parts), ("(held out at random)", left.at_random)):
        yield (name, each.n, False, each.metric, each.value, each.low, each.high, "", None)
