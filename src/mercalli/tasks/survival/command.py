"""`mercalli survival`: whether those who were said to be hit first were."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from mercalli.console import calls, options
from mercalli.console.lists import listed_all
from mercalli.console.output import PicturedOutput
from mercalli.console.progress import progress_bar
from mercalli.errors import SettingError
from mercalli.inputs.usual_names import RISK, RISK_STARTS, STATUS, TIME
from mercalli.plan.columns import Role

if TYPE_CHECKING:
    from collections.abc import Mapping

Names = list[str] | None
ROLES = (Role("time", TIME), Role("event", STATUS))
# Which way other predictions point must be said; the name of a risk says it.
FITTING = (*ROLES, Role("risk", RISK, RISK_STARTS, asked=True))


@calls.with_records
def survival(
    file: options.Table,
    *,
    time: Annotated[str | None, typer.Option(metavar="NAME", help="Column of follow-up times.")] = None,
    event: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of what happened: 0 censored; 1, 2 ... causes.")
    ] = None,
    risk: Annotated[Names, typer.Option(metavar="NAMES", help="Columns of predictions; higher means sooner.")] = None,
    survival: Annotated[
        Names, typer.Option(metavar="NAMES", help="Columns of predictions; higher means later.")
    ] = None,
    cif: Annotated[
        Names,
        typer.Option(metavar="STARTS", help="Prefix of columns of predicted incidence by a time: cif_ for cif_12."),
    ] = None,
    survival_curve: Annotated[
        Names, typer.Option(metavar="STARTS", help="Prefix of columns of predicted survival up to a time.")
    ] = None,
    cause: Annotated[str, typer.Option(metavar="CODES", help="Code of the cause, or several, as in 1,2.")] = "1",
    causes: Annotated[
        Names, typer.Option(metavar="NAMES", help="Names of all causes, as in 1=relapse,2=death.")
    ] = None,
    tau: Annotated[float | None, typer.Option(metavar="T", help="Count events up to this time.")] = None,
    at: Annotated[str | None, typer.Option(metavar="TIMES", help="Horizons to evaluate at, as in 365,730.")] = None,
    train: Annotated[
        str | None, typer.Option(metavar="FILE", help="Estimate the censoring distribution from these people.")
    ] = None,
    slicing: options.WeightedSlicing,
    level: options.Level = 0.95,
    detect: options.Detect = None,
    like: Annotated[
        Literal["r_survival", "sksurv", "pec", "deephit", "deephit_unfolded"] | None,
        typer.Option(
            metavar="NAME", help="Compute weighted C as r_survival, sksurv, pec, deephit or deephit_unfolded does."
        ),
    ] = None,
    timefix: Annotated[
        bool | None,
        typer.Option(
            "--timefix/--no-timefix",
            help="Make times equal that differ by rounding alone; by default only with --like r_survival.",
        ),
    ] = None,
    profile: Annotated[
        str, typer.Option(metavar="NAME", help="Name or .toml file of a profile, for the bands of values.")
    ] = "survival",
    missing: Annotated[
        Literal["error", "drop"],
        typer.Option(metavar="HOW", help="How to treat rows without time, event or prediction: error or drop."),
    ] = "error",
    form: options.TableForm,
    output: PicturedOutput,
) -> None:
    """Evaluate survival predictions: concordance, AUC and Brier scores over time.

    The file has one row per person. Say whether a higher prediction means sooner (--risk) or later (--survival).
    """
    from mercalli.plan.tables import TableFiles, open_tables
    from mercalli.tasks.survival.evaluate import survival as evaluated
    from mercalli.tasks.survival.result import WAYS

    options.check_detect(detect)
    named = {"risk": risk, "survival": survival, "cif": cif, "survival_curve": survival_curve}
    predictions = {kind: listed_all(names, kind) or None for kind, names in named.items()}
    with progress_bar() as progress:
        (table,) = open_tables(TableFiles.of(file, form.encoding, time=time, event=event), ROLES)
        result = evaluated(
            table.source,
            time=table.columns["time"][0],
            event=table.columns["event"][0],
            **predictions,
            cause=cause,
            causes=_named(causes),
            tau=tau,
            at=at,
            train=train,
            **slicing.settings,
            level=level,
            detect=detect,
            like=like,
            timefix=timefix,
            profile=profile,
            missing=missing,
            encoding=form.encoding,
            progress=progress,
        )
    ways = (f"{', '.join(map(repr, names))}: {WAYS[kind]}" for kind, names in predictions.items() if names)
    output.tell(result, [f"{table.told}, {'; '.join(ways)}"])


def _named(causes: Names) -> Mapping[Any, str] | None:
    """Names by code, as it was written."""
    if causes is None:
        return None
    parts = [part.partition("=") for part in listed_all(causes, "causes")]
    codes = [code.strip() for code, _, _ in parts]
    if twice := next((code for code in codes if codes.count(code) > 1), None):
        raise SettingError.named(
            "causes", f"names the code {twice!r} twice. Name each code once, as in 1=relapse,2=death."
        )
    return {code.strip(): name.strip() or f"cause {code.strip()}" for code, _, name in parts}
