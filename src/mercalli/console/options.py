"""Options that several commands share, and how their texts are read.

An option that comes alone is a type (`by: options.By = None`). Options that come together are a record: a command with
`@with_records` takes `resampling: options.Resampling` where its help lists --level, --replicates and --seed, and gives
`**resampling.settings` to the function that it calls.
"""

from __future__ import annotations

import re
from contextlib import ExitStack
from contextvars import ContextVar
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_type_hints

import typer

from mercalli.errors import SettingError
from mercalli.io.ledger import current, ledger, size_and_digest
from mercalli.io.paths import last_name
from mercalli.registry import own_commands
from mercalli.results.call import Call as RecordedCall
from mercalli.results.call import ReadFile
from mercalli.results.heading import Heading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from mercalli.io.targets import FileKind, Target
    from mercalli.plan.answer_settings import AnswerSettings

MAKES_RESULTS = "makes_results"  # whether a command can be run again for its result
GROUP = "app"  # what a group of commands is called in its file
# Options that say where results go, what stands above them, and which engine counts: the numbers are the same.
PLACES = frozenset(
    {
        *(
            "out",
            "show_personal",
            "overwrite",
            "as_json",
            "latex",
            "no_predictions",
            "sample",
            "check",
            "title",
            "author",
            "date",
            "summary",
            "annotate",
            "junit",
        ),
        *("engine", "spark_master"),
    }
)
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
PART = re.compile(rf"\s*(?:{QUOTED.pattern})(?=\s*(?:,|$))|(?:\((?:[^()]|\([^()]*\))*\)|[^,])+")

Files = Annotated[list[str], typer.Argument(metavar="FILE...", help="CSV, TSV, Parquet or JSON-lines files; .gz too.")]
Table = Annotated[str, typer.Argument(metavar="FILE", help="CSV, TSV, Parquet or JSON lines; .gz and globs too.")]
ReadAs = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="NAME",
        help="Log to read: openai, anthropic, gemini, lm-eval, inspect, promptfoo, or table; found if not given.",
    ),
]
Items = Annotated[str, typer.Argument(metavar="FILE", help="Items: a CSV, TSV, Parquet or JSON-lines file.")]
Truth = Annotated[
    str | None, typer.Option(metavar="NAME", help="Column of true classes; found by its usual names if not given.")
]
Pred = Annotated[
    list[str] | None, typer.Option(metavar="NAMES", help="Column of predictions; A,B for several systems.")
]
Score = Annotated[list[str] | None, typer.Option(metavar="NAMES", help="Column of scores; A,B for several systems.")]
Positive = Annotated[str | None, typer.Option(metavar="CLASS", help="The positive class; 1, true or yes if not given.")]
Bins = Annotated[
    int | None, typer.Option(metavar="N", help="Group scores into N bins; if not given, only huge files are binned.")
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
Encoding = Annotated[str, typer.Option(metavar="NAME", help="Encoding of text files.")]
Sealed = Annotated[bool, typer.Option("--json", help="Print the sealed result as JSON instead of text.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Out = Annotated[str | None, typer.Option(metavar="DIR", help="Write a report to this folder.")]
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
Latex = Annotated[bool, typer.Option("--latex", help="Also write LaTeX tables for a paper.")]
# Of outputs of language models.
Answers = Annotated[
    Literal["usual", "strict", "off"],
    typer.Option(metavar="MODE", help="How outputs of language models are read: usual, strict or off."),
]
Unread = Annotated[
    Literal["wrong", "exclude", "error"] | None,
    typer.Option(metavar="HOW", help="What an output that cannot be read is: wrong, exclude or error."),
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

            call = _call.get()
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


@dataclass(frozen=True)
class Call:
    """The command that runs: what it usually takes, what it was given, and what is let go when it ends."""

    command: Callable[..., None]
    usual: Mapping[str, object]
    values: Mapping[str, object]
    ends: ExitStack

    def texts(self, *except_for: str) -> list[str]:
        """Every text that was given: each may be the path of something that is read."""
        given = [value for name, value in self.values.items() if name not in except_for]
        parts = (part for value in given for part in (value if isinstance(value, list | tuple) else [value]))
        return [part for part in parts if isinstance(part, str) and part]


_call: ContextVar[Call] = ContextVar("call")


def with_records(command: Callable[..., None]) -> Callable[..., None]:
    """A command that takes records of options: to typer, the fields of each stand at its place."""
    own = signature(command, eval_str=True)
    records: dict[str, Any] = {
        name: each.annotation for name, each in own.parameters.items() if is_dataclass(each.annotation)
    }

    @wraps(command)
    def run(**values: Any) -> None:  # noqa: ANN401 - as typer calls it
        with ExitStack() as ends:
            _call.set(Call(command, {each.name: each.default for each in every}, dict(values), ends))
            if current() is None:
                ends.enter_context(ledger())
            filled = {
                name: record(**{each.name: values.pop(each.name) for each in fields(record)})
                for name, record in records.items()
            }
            command(**values, **filled)

    every = [each for parameter in own.parameters.values() for each in _options(parameter)]
    setattr(run, MAKES_RESULTS, any(each.name == "as_json" for each in every))
    run.__signature__ = own.replace(parameters=every)  # type: ignore[attr-defined]  # what typer looks at
    return run


def noted_call() -> RecordedCall | None:
    """The command that runs, as its result notes it: what was given, files by their names alone."""
    call, opened = _call.get(None), current()
    words = None if call is None else words_of(call.command)
    if call is None or opened is None or words is None:
        return None
    given = {name: value for name, value in call.values.items() if name not in PLACES and value != call.usual[name]}
    files = {text: opened.of(text) for text in call.texts("out")}
    read = [ReadFile(last_name(text), path.name, *size_and_digest(path)) for text in files for path in files[text]]
    options = {name: _with_names(value, files) for name, value in given.items() if value is not None}
    return RecordedCall(words, options, tuple(read), folder=call.values.get("out") is not None)


def _with_names(value: Any, files: Mapping[str, Sequence[object]]) -> Any:  # noqa: ANN401 - of an option
    """A value in which files have their names alone: where they are is nobody else's business."""
    if isinstance(value, list | tuple):
        return tuple(_with_names(each, files) for each in value)
    return last_name(value) if isinstance(value, str) and files.get(value) else value


def words_of(command: Callable[..., None]) -> str | None:
    """What is typed to call a function of a task, as in `wildfire severity`."""
    for name, each in own_commands().items():
        module, _, run = each.run.partition(":")
        if module == command.__module__ and run in (command.__name__, GROUP):
            return name if run == command.__name__ else f"{name} {command.__name__}"
    return None


def _options(parameter: Parameter) -> Iterator[Parameter]:
    """The parameter itself, or one for each field of its record."""
    record: Any = parameter.annotation
    if not is_dataclass(record):
        yield parameter
        return
    types = get_type_hints(record, include_extras=True)
    for each in fields(record):
        yield Parameter(each.name, Parameter.KEYWORD_ONLY, default=each.default, annotation=types[each.name])


def check_out(out: str | None, *, overwrite: bool, kind: str | None = None, **folder_only: bool) -> None:
    """Refuse, before any work is done, a folder that cannot be written, and options that mean nothing without one.

    The folder is claimed until the command ends: another run that wants to write there is refused.
    """
    if out is not None:
        claim_out(out, _call.get().texts("out"), overwrite=overwrite, kind=kind)
        return
    for name, asked in {**folder_only, "overwrite": overwrite}.items():
        if asked:
            raise SettingError.folder_only(name)


def claim_out(out: str, inputs: Sequence[str], *, overwrite: bool, kind: str | None = None) -> None:
    """Claim a folder, which must hold none of the inputs, until the command ends."""
    from mercalli.io.folders import claimed_folder

    claim = claimed_folder(out, overwrite=overwrite, kind=kind, inputs=inputs)
    _call.get().ends.enter_context(claim)


def claim_file(path: str, kind: FileKind, *, overwrite: bool) -> Target:
    """A file to write, which must be none of the inputs, claimed until the command ends."""
    from mercalli.io.targets import Target

    call = _call.get()
    target = Target(path, kind, overwrite, call.texts("out", "sample", "summary", "junit"))
    call.ends.enter_context(target.claimed())
    return target


def given_texts(*except_for: str) -> list[str]:
    """Every text that the command that runs was given."""
    return _call.get().texts(*except_for)


def check_beside(name: str, others: Sequence[str]) -> None:
    """Refuse an option that means nothing without one of some others."""
    values = _call.get().values
    if not any(values.get(each) for each in others):
        known = " or ".join(f"`{each}`" for each in others if each in values)
        raise SettingError.named(name, f"is about gates, and there are none. Give {known}, or leave `{name}` out.")


def check_detect(detect: float | None) -> None:
    """Refuse, before any work is done, a size that no difference can have."""
    if detect is not None:
        from mercalli.plan.detect import check_size

        check_size(detect)


def listed(text: str | None, name: str) -> list[str]:
    """Parts between commas that are outside parentheses and quotes; a part in quotes is what they hold.

    The name is that of the option, for an error about it.

    >>> listed("dua,f_beta_macro(beta=2, undefined='skip'), 'a, b'", "metrics")
    ['dua', "f_beta_macro(beta=2, undefined='skip')", 'a, b']
    """
    if text is None:
        return []
    parts = (part.strip() for part in PART.findall(text))
    names = [part[1:-1] if QUOTED.fullmatch(part) else part for part in parts if part]
    if not all(names) or not names:
        raise SettingError.named(
            name,
            f"names nothing; found {text!r}. Write names with commas between them, as in A,B, or leave it out.",
        )
    return names


def listed_all(texts: list[str] | None, name: str) -> list[str]:
    """The parts of several texts."""
    return [part for text in texts or [] for part in listed(text, name)]


def whole_numbers(name: str, text: str) -> tuple[int, ...]:
    """Whole numbers between commas; the word none means that there are none.

    >>> whole_numbers("high", "4, 5"), whole_numbers("high", "none")
    ((4, 5), ())
    """
    if text.strip().lower() in ("none", ""):
        return ()
    try:
        return tuple(int(part) for part in listed(text, name))
    except ValueError:
        raise SettingError.outside(name, text, "whole numbers with commas between them, as in 0,6, or none") from None


def given_numbers(name: str, text: str | None) -> tuple[int, ...] | None:
    """The same, or nothing where nothing was given."""
    return None if text is None else whole_numbers(name, text)
