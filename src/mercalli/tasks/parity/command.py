"""`mercalli parity`: does a system work equally well in every group?"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal

import typer

from mercalli.console import calls, options
from mercalli.console.checks import Checks
from mercalli.console.lists import listed_all
from mercalli.console.output import Output
from mercalli.console.progress import progress_bar
from mercalli.inputs.usual_names import PRED, TRUTH
from mercalli.plan.columns import Role

ROLES = (Role("truth", TRUTH, ranked=True), Role("pred", PRED, ranked=True))


@calls.with_records
def parity(
    files: options.Files,
    *,
    truth: options.Truth = None,
    pred: options.Pred = None,
    key: options.ItemId = None,
    items: options.ItemChoice = None,
    slicing: options.WeightedSlicing,
    profile: options.Profile = None,
    classes: options.Classes = None,
    urgent: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAMES", help="Classes that must not be missed; the profile's critical ones if not given."
        ),
    ] = None,
    reference: Annotated[
        str | None, typer.Option(metavar="GROUP", help="Group to compare the others with, as in en.")
    ] = None,
    mix: Annotated[
        Literal["pooled", "reference", "none"],
        typer.Option(metavar="WHICH", help="Mix of classes for values like for like: pooled, reference or none."),
    ] = "pooled",
    least: Annotated[
        int, typer.Option(metavar="N", help="Least denominator of a value that takes part in a gap.")
    ] = 10,
    same: Annotated[
        list[str] | None, typer.Option(metavar="NAMES", help="Names that mean the same group, as in eng=en.")
    ] = None,
    pairs: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column that a message and its translation share.")
    ] = None,
    metrics: options.Metrics = None,
    gate: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TEXT", help="A condition that must be met, as in 'gap:language.urgent_recall<=0.15'; repeatable."
        ),
    ] = None,
    resampling: options.Resampling,
    invalid: Annotated[
        Literal["error", "wrong"],
        typer.Option(metavar="HOW", help="How to treat predictions outside the classes: error or wrong."),
    ] = "error",
    missing: Annotated[
        Literal["error", "wrong", "drop"],
        typer.Option(metavar="HOW", help="How to treat rows without truth or prediction: error, wrong or drop."),
    ] = "error",
    form: options.TableForm,
    checks: Checks,
    output: Output,
) -> None:
    """Compare groups: does a system work equally well in every language?

    Several files, or several columns of predictions, are several systems.
    """
    from mercalli.io.tables import open_database
    from mercalli.plan.same_items import items_of
    from mercalli.plan.tables import TableFiles, open_tables
    from mercalli.tasks.parity.evaluate import parity as evaluated

    database = open_database()
    tables = open_tables(
        TableFiles.of(files, form.encoding, truth=truth, pred=listed_all(pred, "pred")), ROLES, database
    )
    same_items = items_of(tables, key, database, items)
    lists: dict[str, Any] = {
        name: listed_all(each, name) or None
        for name, each in {"classes": classes, "urgent": urgent, "same": same, "metrics": metrics}.items()
    }
    with progress_bar() as progress:
        result = evaluated(
            same_items.source,
            truth=same_items.truth,
            pred=same_items.systems,
            **slicing.settings,
            profile=profile,
            **lists,
            reference=reference,
            mix=mix,
            least=least,
            pairs=pairs,
            gates=gate or (),
            **resampling.settings,
            invalid=invalid,
            missing=missing,
            progress=progress,
        )
    systems = tuple(replace(each, notes=(*same_items.shared, *each.notes)) for each in result.systems)
    told = dict.fromkeys((*(table.told for table in tables), *same_items.how))
    shown = replace(result, systems=systems)
    output.tell(shown, list(told))
    checks.tell(shown)
