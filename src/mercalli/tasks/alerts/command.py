"""`mercalli alerts`: how well urgent items come first, and what alerting them is worth."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import typer

from mercalli.console import calls, options
from mercalli.console.lists import listed_all
from mercalli.console.output import PicturedOutput
from mercalli.inputs.usual_names import INCIDENT, PRIORITY, SCORE, SCORE_STARTS
from mercalli.plan.columns import Role, columns_text

ROLES = (
    Role("truth", PRIORITY),
    Role("score", SCORE, SCORE_STARTS),
    Role("event", INCIDENT, required=False, ranked=True),
)


@calls.with_records
def alerts(
    file: options.Items,
    *,
    truth: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of true priorities, or of grades as numbers.")
    ] = None,
    score: options.Score = None,
    event: Annotated[str | None, typer.Option(metavar="NAME", help="Column of events; each gets its own list.")] = None,
    order: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of the order of arrival; the order of rows if not given.")
    ] = None,
    types: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of true information types, separated by semicolons.")
    ] = None,
    pred_types: Annotated[
        list[str] | None,
        typer.Option(metavar="NAMES", help="Column of predicted information types; one, or one per system."),
    ] = None,
    actionable: Annotated[
        list[str] | None,
        typer.Option(metavar="NAMES", help="Information types that call for action; those of TREC-IS if not given."),
    ] = None,
    levels: Annotated[
        list[str] | None,
        typer.Option(metavar="NAMES", help="Priorities from low to high, or a .toml file; TREC-IS if not given."),
    ] = None,
    urgent: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAMES",
            help="Priorities that need an alert; High,Critical if not given, or the critical classes of the profile.",
        ),
    ] = None,
    profile: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Profile whose classes are the truth; its action levels are the grades."),
    ] = None,
    threshold: Annotated[
        float, typer.Option(metavar="X", help="Lowest score that raises an alert; scores are scaled to 0 to 1.")
    ] = 0.7,
    k: Annotated[str, typer.Option(metavar="K", help="Number of top items in nDCG: 100 or 10%.")] = "100",
    gain: Annotated[
        Literal["linear", "exponential"],
        typer.Option(metavar="NAME", help="Gain of a grade in nDCG: linear or exponential."),
    ] = "exponential",
    resampling: options.PairedResampling,
    missing: Annotated[
        Literal["error", "drop"],
        typer.Option(metavar="HOW", help="How to treat items without a priority or score: error or drop."),
    ] = "error",
    form: options.TableForm,
    output: PicturedOutput,
) -> None:
    """Evaluate alerts: are urgent items ranked first, and what are the alerts worth?

    Several columns of scores are several systems.
    """
    from mercalli.plan.tables import TableFiles, open_tables
    from mercalli.tasks.alerts.evaluate import alerts as evaluated

    texts = {"pred_types": pred_types, "actionable": actionable, "levels": levels, "urgent": urgent}
    lists: dict[str, Any] = {name: listed_all(each, name) or None for name, each in texts.items()}
    files = TableFiles.of(file, form.encoding, truth=truth, score=listed_all(score, "score"), event=event)
    (table,) = open_tables(files, ROLES)
    scores, incident = table.columns["score"], next(iter(table.columns["event"]), None)
    result = evaluated(
        table.source,
        truth=table.truth,
        score=scores,
        event=incident,
        order=order,
        types=types,
        **lists,
        profile=profile,
        threshold=threshold,
        k=k,
        gain=gain,
        **resampling.settings,
        missing=missing,
    )
    events = "all items are one event" if incident is None else columns_text({"event": [incident]})
    came = "as they stand" if order is None else f"by {order!r}"
    said = [columns_text({"truth": [table.truth], "score": scores}), f"{events}; items came {came}"]
    output.tell(result, [*said, *([] if profile is None or urgent else _critical(profile))])


def _critical(profile: str) -> list[str]:
    """Which classes are urgent by a profile."""
    from mercalli.io.profiles import read_profile

    critical = list(read_profile(profile).critical)
    return [f"urgent: {', '.join(critical)}, the critical classes of the profile"] if critical else []
