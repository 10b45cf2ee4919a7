"""`mercalli parity`: does a system work equally well in every group?"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

import typer

from mercalli.console import calls, options
from mercalli.console.checks import Checks
from mercalli.console.lists import listed_all
from mercalli.console.output import PicturedOutput
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
    judging: options.Judging,
    reference: Annotated[
        str | None, typer.Option(metavar="GROUP", help="Group to compare the others with, as in en.")
    ] = None,
    mix: Annotated[
        Literal["pooled", "reference", "none"],
        typer.Option(metavar="WHICH", help="Mix of classes for values like for like: pooled, reference or none."),
    ] = "pooled",
    least: Annotated[int, typer.Option(metavar="N", help="Smallest denominator of a value that counts in a gap.")] = 10,
    same: Annotated[
        list[str] | None, typer.Option(metavar="NAMES", help="Names that mean the same group, as in eng=en.")
    ] = None,
    pairs: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column that a message and its translation share.")
    ] = None,
    resampling: options.Resampling,
    form: options.TableForm,
    checks: Checks,
    output: PicturedOutput,
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
    settings, guessed = judging.settings(same_items.source, same_items.truth)
    with progress_bar() as progress:
        result = evaluated(
            same_items.source,
            truth=same_items.truth,
            pred=same_items.systems,
            **slicing.settings,
            **settings,
            same=listed_all(same, "same") or None,
            reference=reference,
            mix=mix,
            least=least,
            pairs=pairs,
            **resampling.settings,
            progress=progress,
        )
    systems = tuple(replace(each, notes=(*same_items.shared, *each.notes)) for each in result.systems)
    told = dict.fromkeys((*(table.told for table in tables), *same_items.how, *guessed))
    shown = replace(result, systems=systems)
    output.tell(shown, list(told))
    checks.tell(shown)
