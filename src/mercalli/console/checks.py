"""What a command says to programs that check every change: summary, notes, report of tests, and the exit code."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from mercalli.console import calls
from mercalli.console.streams import fail

if TYPE_CHECKING:
    from mercalli.io.targets import Target

GATE_MISSED = 1
MOST_SHOWN = 1 << 20  # bytes of all summaries of a step: GitHub drops what is longer
GATES = ("gate", "gate_file")
OWN = ("out", "summary", "junit")


@dataclass(frozen=True)
class Checks:
    """Where missed gates are told besides the screen; what cannot be written is refused before any work."""

    summary: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Append a short Markdown summary, as for $GITHUB_STEP_SUMMARY."),
    ] = None
    annotate: Annotated[
        Literal["github"] | None,
        typer.Option(metavar="NAME", help="Note missed gates on the page of a run: github."),
    ] = None
    junit: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write gates as a JUnit report: a case for each.")
    ] = None

    def __post_init__(self) -> None:
        if self.summary is not None:
            from mercalli.io.appended import check_room
            from mercalli.telling.ci import MOST_SUMMARY

            check_room(self.summary, MOST_SUMMARY, MOST_SHOWN, calls.given_texts(*OWN))
        for name, asked in {"annotate": self.annotate, "junit": self.junit}.items():
            if asked is not None:
                calls.check_beside(name, GATES)
        if self.junit is not None:
            _ = self._report

    @property
    def _report(self) -> Target:
        from mercalli.io.targets import FileKind

        kind = FileKind("a JUnit report", re.compile(r"<\?xml [^>]*>\s*<testsuites"), beside=True)
        return calls.claim_file(str(self.junit), kind, overwrite=True)

    def tell(self, result: Any) -> None:  # noqa: ANN401 - any result that has gates
        """Write what was asked for; then a line for each gate that was missed, and the exit code that tells."""
        from mercalli.telling.ci import github_notes, junit, summary
        from mercalli.telling.kinds import article_of
        from mercalli.telling.words import gate_text

        if self.summary is not None:
            from mercalli.io.appended import append

            append(self.summary, summary(article_of(result)))
        if self.junit is not None:
            self._report.write(junit(result.gates))
        if self.annotate is not None and sys.stderr is not None:
            sys.stderr.write("".join(f"{line}\n" for line in github_notes(result.gates)))
        missed = [report for report in result.gates if not report.passed]
        for report in missed:
            fail(f"gate missed: {gate_text(report)}")
        if missed:
            raise typer.Exit(GATE_MISSED)
