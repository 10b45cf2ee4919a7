"""Sealed results as such: `mercalli schema` says what they look like."""

from __future__ import annotations

import typer


def schema() -> None:
    """Print the JSON Schema of results, for programs that read them.

    It describes result.json and what --json prints, of every kind. Results of earlier versions fit it too.
    """
    from mercalli.plan.results import schema_text

    typer.echo(schema_text(), nl=False)
