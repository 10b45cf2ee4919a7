"""`mercalli stress`: make stressed texts, score the answers to them, and see what shifts would change."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mercalli.console import calls, options
from mercalli.console.help import Command, Group
from mercalli.console.lists import listed_all, listed_numbers
from mercalli.console.options import AnswerMap, AnswerRules, Answers, PromptOptions
from mercalli.console.output import PicturedOutput, PicturedTextOutput
from mercalli.console.progress import progress_bar
from mercalli.console.streams import print_json

if TYPE_CHECKING:
    from mercalli.plan.answer_settings import AnswerSettings

app = typer.Typer(
    help="Test a model under stress: noisy, cut and attacked texts, and shifts of the world.",
    no_args_is_help=True,
    cls=Group,
)

Names = Annotated[
    list[str] | None, typer.Option("--stress", metavar="NAMES", help="Stresses, as in typos,upper; all if not given.")
]
Strength = Annotated[
    str | None, typer.Option(metavar="SHARES", help="Strengths, as in .1,.2, for stresses that have any.")
]
Target = Annotated[str | None, typer.Option(metavar="CLASS", help="Class that attacks ask a model to answer.")]
Own = Annotated[
    str | None, typer.Option("--stresses", metavar="FILE", help="A .toml file of stresses of your own, besides these.")
]


@dataclass(frozen=True)
class Reading:
    """How outputs of language models are read; what cannot be read counts as an answer outside the classes."""

    answers: Answers = "usual"
    options: PromptOptions = None
    answer_rules: AnswerRules = None
    answer_map: AnswerMap = None

    @property
    def settings(self) -> AnswerSettings:
        """As the functions take them."""
        from mercalli.plan.answer_settings import AnswerSettings

        return AnswerSettings(self.answers, "wrong", self.options, self.answer_rules, self.answer_map)


@dataclass(frozen=True)
class Items:
    """What names an item, and what attacks want of it."""

    key: options.ItemId = None
    text: options.Text = None
    unit: options.Unit = None
    target: Target = None
    own: Own = None

    @property
    def settings(self) -> dict[str, Any]:
        """As the functions take them."""
        return {name: each for name, each in vars(self).items() if name != "own"} | {"stresses": self.own}


@dataclass(frozen=True)
class Judging:
    """What classes mean, and what is measured of them."""

    truth: options.Truth = None
    profile: options.Profile = None
    classes: options.Classes = None
    urgent: options.Urgent = None
    metrics: options.Metrics = None
    missing: options.Missing = "error"

    @property
    def settings(self) -> dict[str, Any]:
        """As the functions take them."""
        lists = {name: listed_all(getattr(self, name), name) or None for name in ("classes", "urgent", "metrics")}
        return {**vars(self), **lists, "urgent": lists["urgent"] or []}


@app.command(cls=Command)
@calls.with_records
def make(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Texts: a CSV, TSV, Parquet or JSON-lines file.")],
    *,
    text: options.Text = None,
    key: options.TextId = None,
    stress: Names = None,
    strength: Strength = None,
    target: Target = None,
    own: Own = None,
    seed: options.Seed = 0,
    form: options.TableForm,
    out: Annotated[
        str | None, typer.Option(metavar="FILE", help="A .csv file to write; standard output if not given.")
    ] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace a file that exists.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print how many texts changed as JSON; needs --out.")] = False,
) -> None:
    """Write texts under stress, for a model to answer: id, stress, strength, text.

    Only texts that a stress changes are written, and all texts once more under identity.
    """
    from mercalli.errors import SettingError
    from mercalli.tasks.stress.make import STRESSED_FILE, check_name, lines, read_texts, stress_make, summary
    from mercalli.text.words import visible

    if out is None and (overwrite or as_json):
        raise SettingError.folder_only("overwrite" if overwrite else "json")
    if out is not None:
        check_name(out)
    written = None if out is None else calls.claim_file(out, STRESSED_FILE, overwrite=overwrite)
    read = read_texts(file, text=text, key=key, encoding=form.encoding)
    with progress_bar() as progress:
        made = stress_make(
            read.texts,
            read.ids,
            stress=listed_all(stress, "stress") or None,
            strength=listed_numbers("strength", strength) or None,
            target=target,
            stresses=own,
            seed=seed,
            progress=progress,
        )
    for said in read.said:
        typer.echo(visible(said), err=True)
    if written is None:
        for part in lines(made):
            sys.stdout.write(part)
        return
    written.write("".join(lines(made)))
    if as_json:
        print_json([each.plain() for each in made])
        return
    typer.echo(visible(f"{out}: {summary(made)[0]}"))
    for line in summary(made)[1:]:
        typer.echo(visible(line))


@app.command(cls=Command)
@calls.with_records
def score(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Items with their truth; texts and clean answers too.")],
    *,
    stressed: Annotated[
        str, typer.Option(metavar="FILE", help="Answers to stressed texts: id, stress, strength, pred, text.")
    ],
    clean: Annotated[
        str | None, typer.Option(metavar="FILE", help="Answers to the texts as they are, if not in the first file.")
    ] = None,
    made: Annotated[
        str | None, typer.Option(metavar="FILE", help="What stress make wrote, if the answers lack the texts.")
    ] = None,
    pred: options.Pred = None,
    items: Items,
    judging: Judging,
    resampling: options.Resampling,
    reading: Reading,
    form: options.TableForm,
    output: PicturedTextOutput,
) -> None:
    """Score answers to stressed texts: what breaks, what is lost of urgent items, and what attacks achieve."""
    from mercalli.tasks.stress.evaluate import stress_score

    with progress_bar() as progress:
        result = stress_score(
            file,
            stressed=stressed,
            clean=clean,
            made=made,
            pred=listed_all(pred, "pred") or None,
            **items.settings,
            **judging.settings,
            **resampling.settings,
            answers=reading.settings,
            encoding=form.encoding,
            progress=progress,
        )
    output.tell(result)


@app.command(cls=Command)
@calls.with_records
def run(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Items with their truth and text.")],
    *,
    model: Annotated[
        str | None, typer.Option(metavar="MODEL", help="The folder that mercalli train wrote, or its model.skops.")
    ] = None,
    command: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="A command, run without a shell, that reads id,text and writes id,pred."),
    ] = None,
    seconds: Annotated[float, typer.Option(metavar="N", help="How long the command may take for all texts.")] = 600.0,
    stress: Names = None,
    strength: Strength = None,
    items: Items,
    judging: Judging,
    resampling: options.Resampling,
    reading: Reading,
    form: options.TableForm,
    output: PicturedTextOutput,
) -> None:
    """Make stressed texts, let a model answer them, and score the answers, in one go."""
    from mercalli.tasks.stress.running import stress_run

    with progress_bar() as progress:
        result = stress_run(
            file,
            model=model,
            command=command,
            seconds=seconds,
            stress=listed_all(stress, "stress") or None,
            strength=listed_numbers("strength", strength) or None,
            **items.settings,
            **judging.settings,
            **resampling.settings,
            answers=reading.settings,
            encoding=form.encoding,
            progress=progress,
        )
    output.tell(result)


@app.command(cls=Command)
@calls.with_records
def shift(
    file: options.Table,
    *,
    pred: options.Pred = None,
    by: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of events or slices, for the worst fifth.")
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column that says which items are copies of each other.")
    ] = None,
    text: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of texts, to find copies; instead of --cluster.")
    ] = None,
    judging: Judging,
    resampling: options.Resampling,
    reading: Reading,
    form: options.TableForm,
    output: PicturedOutput,
) -> None:
    """See what answers would be worth if the world shifted: rarer urgent items, copies, wrong labels, the worst fifth.

    No model is asked again.
    """
    from mercalli.tasks.stress.shift.evaluate import stress_shift

    result = stress_shift(
        file,
        pred=listed_all(pred, "pred") or None,
        by=by,
        cluster=cluster,
        text=text,
        **judging.settings,
        **resampling.settings,
        answers=reading.settings,
        encoding=form.encoding,
    )
    output.tell(result)
