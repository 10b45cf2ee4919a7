"""All tasks, known by dotted names alone: nothing of a task is imported before it is used.

A task is a folder in `mercalli.tasks` with a file `task.py`, or a package of others that names its record under the
entry point group `mercalli.tasks`. Public names, commands, result kinds, report files and the tests over all tasks come
from these records; there is no second list.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any, cast

ROOM = ENTRY_POINTS = "mercalli.tasks"
ADAPTERS = "mercalli.adapters.registered:adapters"
LAST = 100
PARTS = ("public", "kinds", "commands", "runs", "statistics")


@dataclass(frozen=True)
class Kind:
    """A kind of sealed result, by dotted names.

    Attributes:
        record: The class of the result; its `sealed_as` is the name of this kind.
        article: From the result to the article that tells it.
        tables: From the result to the tables that become CSV files and data frames, by file name.
        pictures: From the result to the pictures of its report folder, by file name, where there are any.
        latex: From the result to tables for a paper, where there are any.
        findings: From the result to the `Review` that advice on it is made from, where there is any.
        grounds: From the result to the `Grounds` that its verdict is made from, where somebody has to decide.
    """

    record: str
    article: str
    tables: str = ""
    pictures: str = ""
    latex: str = ""
    findings: str = ""
    grounds: str = ""


class Question(StrEnum):
    """What people ask, as the help of all commands is divided."""

    WHICH = "Which model is better?"
    SCORE = "At which score should we act?"
    NO_MODEL = "No model yet?"
    FAILS = "Where does it fail, and what should we do next?"
    SHARE = "How do we evaluate together without sharing rows?"
    OTHERS = "Commands of other packages"
    REPORT = "How do we show it to others?"
    TRUST = "Can we rely on a result of others?"
    LEARN = "How does it work?"


@dataclass(frozen=True)
class Command:
    """A command, and what is known of it before it is imported.

    Attributes:
        run: The dotted name of its function or of its group of commands.
        line: Its line in the help of all commands.
        question: What it answers: the group in which the help lists it.
        roles: The dotted name of the roles that columns of its file play. A file that has them all fits this command.
        needs: What a call needs besides the file, as it is typed; such a command is suggested for a file, never run.
    """

    run: str
    line: str
    question: str = Question.OTHERS
    roles: str = ""
    needs: str = ""


@dataclass(frozen=True)
class Chapter:
    """Metrics that a task computes, by the classes of the statistics that they are functions of."""

    title: str
    statistics: tuple[str, ...]
    commands: tuple[str, ...] = ()


@dataclass(frozen=True)
class Run:
    """How files of predictions that strangers send are checked and scored against a hidden truth, by dotted names.

    Attributes:
        form: From the gold file and the options to the `RunForm`: the columns of a run and what they may hold.
        score: From the gold file, runs by name, options and metrics to their `Scored`.
        metric: What runs are ranked by, unless the challenge says otherwise.
        beside: Metrics that are shown beside it.
        needs: Options that a challenge must give.
        options: Options that it may give.
        files: Those of them that may be the path of a file.
        unit: The column of what belongs together, such as documents, where the task knows it.
    """

    form: str
    score: str
    metric: str
    beside: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    unit: str = ""


@dataclass(frozen=True)
class Counting:
    """How data of a task becomes a statistic that adds up, by dotted names.

    Attributes:
        count: From data and the columns by their roles to the question and the entries of a `Statistic`.
        files: From the path of a file and what was named to the data, its roles, and lines about what was found.
        check: Refuses a statistic whose header does not fit its task, as a file of others may have it.
        told: From a statistic to lines about it: what it is of, and what others can compute from it.
        commands: The commands that take a file of it where others take data.
        shared: From exact counts to the few of them that may be rounded and shared, if that is there.
        sharing: The commands that take a file of those.
        by_site: From a statistic of one site to the same with the site as a column to slice by.
    """

    count: str
    files: str
    check: str
    told: str
    commands: tuple[str, ...]
    shared: str | None = None
    sharing: tuple[str, ...] = ()
    by_site: str | None = None


@dataclass(frozen=True)
class Task:
    """What a task offers, by dotted names such as `package.module:name`.

    Attributes:
        name: The name of the task.
        about: What it is for, in one sentence.
        place: Where its commands stand in the help; smaller comes first.
        public: Names that `import mercalli` offers.
        kinds: Results that it makes, by the name under which they are sealed.
        commands: Commands by name.
        chapters: Metrics that it computes, as the list of all metrics is divided.
        names: A function that gives the names under which others know metrics, each with the metric and what it is of.
        runs: What a challenge can score, by the name that it has in `challenge.toml`.
        statistics: What is counted where the rows are, and added up elsewhere, by the name in its files.
    """

    name: str
    about: str
    place: int = LAST
    public: Mapping[str, str] = field(default_factory=dict[str, str])
    kinds: Mapping[str, Kind] = field(default_factory=dict[str, Kind])
    commands: Mapping[str, Command] = field(default_factory=dict[str, Command])
    chapters: tuple[Chapter, ...] = ()
    names: str = ""
    runs: Mapping[str, Run] = field(default_factory=dict[str, Run])
    statistics: Mapping[str, Counting] = field(default_factory=dict[str, Counting])


@dataclass(frozen=True)
class Adapter:
    """Shapes of other programs for our results, by dotted names.

    Attributes:
        name: Whose shape it is.
        files: From a result to files that its report folder gets besides, by kind.
        json: From a result to the JSON that its command prints instead of the sealed result, by kind.
    """

    name: str
    files: Mapping[str, str] = field(default_factory=dict[str, str])
    json: Mapping[str, str] = field(default_factory=dict[str, str])


def load(dotted: str) -> Any:  # noqa: ANN401 - whatever has that name
    """What a dotted name means.

    >>> load("mercalli.version:__version__").count(".")
    2
    """
    module, _, name = dotted.partition(":")
    return getattr(import_module(module), name)


@cache
def own_tasks() -> tuple[Task, ...]:
    """The tasks in this package, in the order of the help."""
    folders = (each.name for each in pkgutil.iter_modules(import_module(ROOM).__path__) if each.ispkg)
    modules = (f"{ROOM}.{name}.task" for name in folders)
    return _in_order(load(f"{module}:task") for module in modules if find_spec(module))


@cache
def all_tasks() -> tuple[Task, ...]:
    """Those of other packages too; looking for them takes time, so it is done for help and unknown names alone."""
    return _in_order([*own_tasks(), *(each for each, _ in _others().values() if each is not None)])


def failures() -> dict[str, str]:
    """Tasks of other packages that could not be taken in, and why not."""
    return {name: why for name, (task, why) in _others().items() if task is None}


@cache
def _others() -> dict[str, tuple[Task | None, str]]:
    """Tasks of other packages by the names of their entry points; a broken one must not break ours."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - 50 ms

    taken = {name for part in PARTS for name in _by_name(own_tasks(), part)}
    return {point.name: _other(point.load, taken) for point in entry_points(group=ENTRY_POINTS)}


def _other(loaded: Callable[[], object], taken: set[str]) -> tuple[Task | None, str]:
    try:
        task = loaded()
    except Exception as error:  # noqa: BLE001 - whatever goes wrong in a package of others
        return None, f"{type(error).__name__}: {error}"
    if not isinstance(task, Task):
        return None, f"its entry point is not a Task, but {type(task).__name__}"
    both = sorted(taken & {name for part in PARTS for name in getattr(task, part)})
    return (None, f"{both[0]!r} is a name of ours") if both else (task, "")


def _in_order(tasks: Any) -> tuple[Task, ...]:  # noqa: ANN401 - as they were loaded
    return tuple(sorted(tasks, key=lambda task: (task.place, task.name)))


def _by_name(tasks: tuple[Task, ...], part: str) -> Mapping[str, Any]:
    return MappingProxyType({name: each for task in tasks for name, each in getattr(task, part).items()})


def _find(part: str, name: str) -> Any:  # noqa: ANN401 - a dotted name, a kind or a command
    """A part of some task by its name: first among our own tasks, then among all."""
    own = _by_name(own_tasks(), part)
    return own[name] if name in own else _by_name(all_tasks(), part).get(name)


def public_names() -> Mapping[str, str]:
    """Every public name of our own tasks and where it lives."""
    return _by_name(own_tasks(), "public")


def public(name: str) -> str | None:
    """Where a public name lives."""
    return cast("str | None", _find("public", name))


def kind(name: str) -> Kind | None:
    """A kind of result by the name under which it is sealed."""
    return cast("Kind | None", _find("kinds", name))


def run(name: str) -> Run | None:
    """How runs of a task are scored, by the name of the task in a challenge."""
    return cast("Run | None", _find("runs", name))


def run_names() -> list[str]:
    """Everything that a challenge can score."""
    return list(_by_name(all_tasks(), "runs"))


def counting(name: str) -> Counting | None:
    """How a statistic is counted, by its name."""
    return cast("Counting | None", _find("statistics", name))


def statistic_names() -> list[str]:
    """Everything that can be counted into a file."""
    return list(_by_name(all_tasks(), "statistics"))


def record_of(name: str) -> type[Any] | None:
    """The class of a kind of result."""
    registered = kind(name)
    return None if registered is None else load(registered.record)


def own_commands() -> Mapping[str, Command]:
    """The commands of our own tasks, in the order of the help."""
    return _by_name(own_tasks(), "commands")


def commands() -> Mapping[str, Command]:
    """The commands of all tasks, in the order of the help."""
    return _by_name(all_tasks(), "commands")


def chapters() -> list[Chapter]:
    """What the list of all metrics is divided into."""
    return [chapter for task in all_tasks() for chapter in task.chapters]


def command_of(statistic: str) -> str | None:
    """The command that makes a statistic, where labels do not."""
    fitting = (chapter for chapter in chapters() if statistic in chapter.statistics)
    return next((chapter.commands[0] for chapter in fitting if chapter.commands), None)


def other_names() -> dict[str, tuple[str, str]]:
    """Names under which others know metrics, each with the metric and what it is of."""
    return {name: means for task in all_tasks() if task.names for name, means in load(task.names)().items()}


def adapted(part: str, name: str) -> list[Any]:
    """The functions of all adapters for a kind of result: its `files` or its `json`."""
    shapes: tuple[Adapter, ...] = load(ADAPTERS)
    return [load(getattr(each, part)[name]) for each in shapes if name in getattr(each, part)]


def every(part: str) -> Iterator[tuple[Task, str, Any]]:
    """Every public name, kind or command with the task that has it."""
    return ((task, name, each) for task in all_tasks() for name, each in getattr(task, part).items())
