"""The files of a report folder, whatever the result is of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.reports.alerts_folder import alerts_files
from mercalli.reports.decisions_folder import decisions_files
from mercalli.reports.fire_folder import fire_files
from mercalli.reports.folder import report_files
from mercalli.reports.rank_folder import ranked_files
from mercalli.reports.uplift_folder import uplift_files
from mercalli.results.records import Alerts, Decisions, FireResult, Ranked, UpliftResult

if TYPE_CHECKING:
    from mercalli.results.records import Result


def folder_files(result: Result, *, latex: bool = False) -> dict[str, str | bytes]:
    """File names and contents; tables for a paper are made of evaluations and comparisons."""
    if isinstance(result, Decisions):
        return decisions_files(result)
    if isinstance(result, Ranked):
        return ranked_files(result)
    if isinstance(result, Alerts):
        return alerts_files(result)
    if isinstance(result, UpliftResult):
        return uplift_files(result)
    if isinstance(result, FireResult):
        return fire_files(result)
    return report_files(result, latex=latex)
