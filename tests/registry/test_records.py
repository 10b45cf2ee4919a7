"""The records of the tasks are true: what they name is there, and says the same."""

from importlib import import_module
from pathlib import Path

import pytest

import mercalli
from mercalli.cli.main import PLAIN
from mercalli.cli.metrics.lessons import chapters
from mercalli.plan.columns import Role
from mercalli.registry import Question, all_tasks, every, load, own_commands
from scripts.public_names import STUB, stub

KINDS = [pytest.param(kind, each, id=kind) for _, kind, each in every("kinds")]
PUBLIC = [pytest.param(name, home, id=name) for _, name, home in every("public")]
COMMANDS = [pytest.param(each, id=name) for _, name, each in every("commands")]


def test_every_folder_of_tasks_is_a_task_of_that_name():
    folders = {each.parent.name for each in Path(mercalli.__file__).parent.glob("tasks/*/__init__.py")}
    assert {task.name for task in all_tasks()} == folders


@pytest.mark.parametrize(("name", "home"), PUBLIC)
def test_a_public_name_is_what_its_task_says(name, home):
    assert getattr(mercalli, name) is load(home)


@pytest.mark.parametrize(("kind", "record"), KINDS)
def test_a_record_is_sealed_under_its_kind(kind, record):
    assert load(record.record).sealed_as == kind


@pytest.mark.parametrize(("kind", "record"), KINDS)
def test_what_a_kind_of_result_names_is_there(kind, record):
    named = (record.article, record.tables, record.pictures, record.latex, record.findings, record.grounds)
    assert all(callable(load(each)) for each in named if each), kind


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_is_there(command):
    assert load(command.run)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_ours_answers_a_question(command):
    assert command.question in set(Question) - {Question.OTHERS}


@pytest.mark.parametrize("command", COMMANDS)
def test_the_roles_of_a_command_are_roles(command):
    assert not command.roles or all(isinstance(role, Role) for role in load(command.roles))


@pytest.mark.parametrize("task", all_tasks(), ids=lambda task: task.name)
def test_the_folder_of_a_task_says_what_the_task_is_for(task):
    assert import_module(f"mercalli.tasks.{task.name}").__doc__ == task.about


@pytest.mark.parametrize("part", ["public", "kinds", "commands"])
def test_a_name_belongs_to_one_task(part):
    names = [name for _, name, _ in every(part)]
    assert len(names) == len(set(names))


def test_every_metric_stands_in_a_chapter_of_the_list_of_metrics():
    """A metric of a new statistic needs a chapter in the record of its task; averages go with what they average."""
    listed = {card.metric for chapter in chapters("generic") for card in chapter.metrics}
    assert {name for name, metric in mercalli.catalogue().items() if metric.base is None} - listed == set()


def test_plain_commands_are_those_of_no_task():
    assert not set(PLAIN) & set(own_commands())


def test_the_stub_lists_the_public_names():
    assert STUB.read_text(encoding="utf-8") == stub(), "run python scripts/public_names.py"
