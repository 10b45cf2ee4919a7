"""`mercalli uplift`: whom a score finds who gain from being treated."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from mercalli.console import calls, options
from mercalli.console.lists import listed_all
from mercalli.console.output import PicturedOutput
from mercalli.console.progress import progress_bar
from mercalli.inputs.usual_names import OUTCOME, TREATMENT, UPLIFT
from mercalli.plan.columns import Role, columns_text

SHARES = "10%,20%,30%,50%"
ROLES = (Role("treatment", TREATMENT), Role("outcome", OUTCOME), Role("score", UPLIFT))


@calls.with_records
def uplift(
    file: options.Table,
    *,
    outcome: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of outcomes: 0 and 1, or numbers.")
    ] = None,
    treatment: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of treatment: 1 for treated people, 0 for the others.")
    ] = None,
    score: options.Score = None,
    k: Annotated[
        list[str] | None,
        typer.Option(metavar="K", help=f"How many can be treated, as in 200,10%; {SHARES} if not given."),
    ] = None,
    by_group: Annotated[
        bool, typer.Option("--by-group", help="Take the top K of each arm, not of both together.")
    ] = False,
    slicing: options.WeightedSlicing,
    propensity: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of propensities: each person's probability of treatment.")
    ] = None,
    resampling: options.PairedResampling,
    like: Annotated[
        Literal["sklift", "causalml"] | None,
        typer.Option(metavar="NAME", help="Compute AUUC and Qini as sklift or causalml does."),
    ] = None,
    missing: Annotated[
        Literal["error", "drop"],
        typer.Option(metavar="HOW", help="How to treat rows without outcome, treatment or score: error or drop."),
    ] = "error",
    lower_is_better: Annotated[
        bool, typer.Option("--lower-is-better", help="Lower outcomes are better, such as deaths or days in hospital.")
    ] = False,
    form: options.TableForm,
    output: PicturedOutput,
) -> None:
    """Evaluate uplift scores: do they find who benefits from a treatment? Uplift of the top K, AUUC, Qini.

    The file is a trial: one row for each person, treated or not.
    """
    from mercalli.plan.tables import TableFiles, open_tables
    from mercalli.tasks.uplift.evaluate import uplift as evaluated

    named = {"outcome": outcome, "treatment": treatment, "score": listed_all(score, "score")}
    with progress_bar() as progress:
        (table,) = open_tables(TableFiles.of(file, form.encoding, **named), ROLES)
        columns = {role: table.columns[role] for role in named}
        result = evaluated(
            table.source,
            outcome=columns["outcome"][0],
            treatment=columns["treatment"][0],
            score=columns["score"],
            k=listed_all(k or [SHARES], "k"),
            by_group=by_group,
            **slicing.settings,
            propensity=propensity,
            **resampling.settings,
            like=like,
            missing=missing,
            lower_is_better=lower_is_better,
            progress=progress,
        )
    output.tell(result, [columns_text(columns)])
