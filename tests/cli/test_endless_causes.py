"""Errors that are each other's cause come to an end."""

from __future__ import annotations

from mercalli.cli.main import _is_interrupt


def test_a_circle_of_errors_is_no_interrupt():
    first, second = ValueError("one"), ValueError("two")
    first.__cause__, second.__cause__ = second, first
    assert not _is_interrupt(first)


def test_an_error_around_an_interrupt_is_one():
    error = ValueError("half loaded")
    error.__cause__ = KeyboardInterrupt()
    assert _is_interrupt(error)
