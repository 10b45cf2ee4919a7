"""Options that several commands share.

An option that comes alone is a type (`by: options.By = None`). Options that come together are a record, which a command
takes with `@calls.with_records`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from mercalli.console import calls
from mercalli.console.lists import listed_all
from mercalli.results.heading import Heading

if TYPE_CHECKING:
    from mercalli.engines.source import Source
    from mercalli.plan.answer_settings import AnswerSettings

Files = Annotated[
    list[str], typer.Argument(metavar="FILE...", help="CSV, TSV, Parquet, JSON-lines or Excel files; .gz too.")
]
Table = Annotated[
    str, typer.Argument(metavar="FILE", help="CSV, TSV, Parquet, JSON lines or Excel; .gz and globs too.")
]
ReadAs = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="NAME",
        help="Log to read: openai, anthropic, gemini, lm-eval, inspect, promptfoo, or table; found if not given.",
    ),
]
Items = Annotated[str, typer.Argument(metavar="FILE", help="Items: a CSV, TSV, Parquet, JSON-lines or Excel file.")]
Truth = Annotated[
    str | None, typer.Option(metavar="NAME", help="Column of true classes; found by its usual names if not given.")
]
Pred = Annotated[
    list[str] | None, typer.Option(metavar="NAMES", help="Column of predictions; A,B for several systems.")
]
Score = Annotated[list[str] | None, typer.Option(metavar="NAMES", help="Column of scores; A,B for several systems.")]
Positive = Annotated[str | None, typer.Option(metavar="CLASS", help="The positive class; 1, true or yes if not given.")]
Bins = Annotated[
    int | None,
    typer.Option(
        metavar="N", help="Count scores in N bins of every octave, a power of two; by default only huge files."
    ),
]
Labels = Annotated[
    list[str] | None,
    typer.Option(metavar="A,B,C", help="All labels that may occur; those in the data if not given."),
]
Separator = Annotated[
    str | None, typer.Option(metavar="SIGN", help="Separator between labels; one of ; | , if not given.")
]
Profile = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Name or .toml file of a profile; guessed from the classes if not given."),
]
Classes = Annotated[list[str] | None, typer.Option(metavar="A,B,C", help="All classes that may occur, in order.")]
Unit = Annotated[
    str | None, typer.Option(metavar="NAME", help="Column of the units to resample, such as documents or events.")
]
Weight = Annotated[str | None, typer.Option(metavar="NAME", help="Column of weights.")]
Count = Annotated[str | None, typer.Option(metavar="NAME", help="Column that says for how many items each row stands.")]
Level = Annotated[float, typer.Option(metavar="P", help="Confidence level of the intervals.")]
Replicates = Annotated[int, typer.Option(metavar="N", help="Number of bootstrap resamples; 0 for no intervals.")]
Seed = Annotated[
    int, typer.Option(metavar="N", help="Random seed; the same data, settings and seed give the same result.")
]
Detect = Annotated[
    float | None,
    typer.Option(metavar="SIZE", help="Say how many items or units would show a difference of this size."),
]
By = Annotated[list[str] | None, typer.Option(metavar="NAMES", help="Columns to slice by, as in event,lang.")]
Metrics = Annotated[
    list[str] | None,
    typer.Option(metavar="NAMES", help="Metrics to show, as in dua,f1_macro or 'f_beta_macro(beta=2)'."),
]
Like = Annotated[
    str | None, typer.Option(metavar="NAME", help="Compute metrics as another program does, to get its numbers.")
]
Missing = Annotated[
    Literal["error", "drop"],
    typer.Option(metavar="HOW", help="How to treat rows without truth or prediction: error or drop."),
]
Urgent = Annotated[
    list[str] | None,
    typer.Option(metavar="NAMES", help="Classes that must not be missed; the profile's critical ones if not given."),
]
Encoding = Annotated[str, typer.Option(metavar="NAME", help="Encoding of text files.")]
Sealed = Annotated[bool, typer.Option("--json", help="Print the sealed result as JSON instead of text.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Out = Annotated[str | None, typer.Option(metavar="DIR", help="Write a report to this folder.")]
Xlsx = Annotated[str | None, typer.Option(metavar="FILE", help="Write all tables as one workbook, as in tables.xlsx.")]
Title = Annotated[str | None, typer.Option(metavar="TEXT", help="Title of the report.")]
Author = Annotated[str | None, typer.Option(metavar="TEXT", help="Who made the report, below its title.")]
Date = Annotated[str | None, typer.Option(metavar="TEXT", help="Date of the report; there is none if not given.")]
ShowPersonal = Annotated[
    bool,
    typer.Option(
        "--show-personal",
        help="Keep phone numbers, mail addresses, user names and coordinates in texts; they are masked if not given.",
    ),
]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace the report folder if it exists.")]
NoPictures = Annotated[
    bool, typer.Option("--no-pictures", help="Leave picture files out of the report; drawing them needs matplotlib.")
]
Latex = Annotated[bool, typer.Option("--latex", help="Also write LaTeX tables for a paper.")]
# Of outputs of language models.
Answers = Annotated[
    Literal["usual", "strict", "off"],
    typer.Option(metavar="MODE", help="How outputs of language models are read: usual, strict or off."),
]
Unread = Annotated[
    Literal["wrong", "exclude", "error"] | None,
    typer.Option(metavar="HOW", help="How to treat an output that cannot be read: wrong, exclude or error."),
]
PromptOptions = Annotated[
    str | None,
    typer.Option(
        "--options",
        metavar="HOW",
        help="Options that the prompt named: letters, numbers, both with a comma, or a file.",
    ),
]
AnswerRules = Annotated[str | None, typer.Option(metavar="FILE", help="A .toml file with patterns to read outputs by.")]
AnswerMap = Annotated[
    str | None, typer.Option(metavar="FILE", help="A CSV file of corrected answers: output, outcome, label.")
]
ItemText = Annotated[
    str | None, typer.Option(metavar="NAME", help="Column of the items' texts; copies in outputs are not read.")
]
# Of labelled texts.
Text = Annotated[str | None, typer.Option(metavar="NAME", help="Column of texts, if it has no usual name.")]
ItemId = Annotated[str | None, typer.Option("--id", metavar="NAME", help="Column of item ids, to match the files by.")]
ItemChoice = Annotated[
    Literal["common", "all"] | None,
    typer.Option(
        metavar="WHICH", help="If ids differ: compare items that all files have (common), or all items (all)."
    ),
]
TextId = Annotated[str | None, typer.Option("--id", metavar="NAME", help="Column of text ids.")]
Header = Annotated[
    bool | None,
    typer.Option("--header/--no-header", help="Whether the first line has column names; detected if not given."),
]


@dataclass(frozen=True)
class Slicing:
    """What rows are grouped by."""

    by: By = None
    unit: Unit = None

    @property
    def settings(self) -> dict[str, Any]:
        """As the function of the task takes them."""
        return {**vars(self), "by": listed_all(self.by, "by")}


@dataclass(frozen=True)
class WeightedSlicing(Slicing):
    """What rows are grouped by, and what each weighs."""

    weight: Weight = None


@dataclass(frozen=True)
class CountedSlicing(WeightedSlicing):
    """The same, and for how many items each row stands."""

    count: Count = None


@dataclass(frozen=True)
class Judging:
    """What classes mean, what is measured of them, and which labels count; for tasks that compare groups."""

    profile: Profile = None
    classes: Classes = None
    urgent: Urgent = None
    metrics: Metrics = None
    gate: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TEXT", help="A condition that must be met, as in 'gap:COLUMN.urgent_recall<=0.15'; repeatable."
        ),
    ] = None
    invalid: Annotated[
        Literal["error", "wrong"],
        typer.Option(metavar="HOW", help="How to treat predictions outside the classes: error or wrong."),
    ] = "error"
    missing: Annotated[
        Literal["error", "wrong", "drop"],
        typer.Option(metavar="HOW", help="How to treat rows without truth or prediction: error, wrong or drop."),
    ] = "error"

    def settings(self, source: Source, truth: str) -> tuple[dict[str, Any], list[str]]:
        """As the functions of tasks take them, with a profile that fits the true classes, and what to tell of it."""
        from mercalli.plan.guess import fitting_profile

        profile, told = fitting_profile(source, truth, self.profile, self.classes)
        names = ("classes", "urgent", "metrics")
        lists = {name: listed_all(getattr(self, name), name) or None for name in names}
        rules = {"gates": self.gate or (), "invalid": self.invalid, "missing": self.missing}
        return {"profile": profile, **lists, **rules}, told


@dataclass(frozen=True)
class TableForm:
    """How the files of tables are read; columns from names of folders are told when the command ends."""

    encoding: Encoding = "utf-8"
    hive: Annotated[
        bool, typer.Option("--hive", help="Take columns from folder names too, as in year=2024/rows.csv.")
    ] = False

    def __post_init__(self) -> None:
        if self.hive:
            from mercalli.console.streams import fail
            from mercalli.io.folder_names import folder_columns

            call = calls.running()
            columns = call.ends.enter_context(folder_columns(call.texts("out")))
            call.ends.callback(lambda: fail(str(columns)) if columns.found else None)


@dataclass(frozen=True)
class Inputs:
    """What kind of log files are, and where the truth is if not in them."""

    truth_file: Annotated[
        str | None, typer.Option(metavar="FILE", help="File with ids and true classes, if the others have none.")
    ] = None
    read_as: ReadAs = None

    @property
    def settings(self) -> dict[str, Any]:
        """As records of files take them."""
        return vars(self)


@dataclass(frozen=True)
class Resampling:
    """How intervals are made."""

    level: Level = 0.95
    replicates: Replicates = 1000
    seed: Seed = 0

    @property
    def settings(self) -> dict[str, Any]:
        """As the function of the task takes them."""
        return vars(self)


@dataclass(frozen=True)
class PairedResampling(Resampling):
    """The same where systems are compared; a size that no difference can have is refused before any work."""

    detect: Detect = None

    def __post_init__(self) -> None:
        check_detect(self.detect)


@dataclass(frozen=True)
class AnswerReading:
    """How outputs of language models are read."""

    answers: Answers = "usual"
    unread: Unread = None
    options: PromptOptions = None
    answer_rules: AnswerRules = None
    answer_map: AnswerMap = None

    def beside(self, text: str | None = None) -> AnswerSettings:
        """As the functions take them, with the column of the items' texts."""
        from mercalli.plan.answer_settings import AnswerSettings

        return AnswerSettings(self.answers, self.unread, self.options, self.answer_rules, self.answer_map, text)


@dataclass(frozen=True, kw_only=True)
class Titled:
    """What stands above a report; refused when this is made, before any work, if it cannot."""

    title: Title = None
    author: Author = None
    date: Date = None

    def __post_init__(self) -> None:
        _ = self.heading

    @property
    def heading(self) -> Heading:
        """All of it, checked."""
        return Heading.check(self.title, self.author, self.date)


def check_detect(detect: float | None) -> None:
    """Refuse, before any work is done, a size that no difference can have."""
    if detect is not None:
        from mercalli.plan.detect import check_size

        check_size(detect)
