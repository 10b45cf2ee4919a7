"""`mercalli answers`: what is read in the outputs of a language model, a map to correct, a sample to judge."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from mercalli.console import calls, options
from mercalli.console.lists import listed_all
from mercalli.console.output import TextOutput
from mercalli.console.progress import progress_bar
from mercalli.inputs.usual_names import PRED, TRUTH
from mercalli.plan.columns import Role, columns_text

if TYPE_CHECKING:
    from mercalli.io.targets import Target
    from mercalli.tasks.answers.evaluate import ReadTable

ROLES = (Role("pred", PRED), Role("truth", TRUTH, required=False, ranked=True))


@calls.with_records
def answers(
    file: options.Table,
    *,
    pred: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of outputs; found by its usual names if not given.")
    ] = None,
    truth: options.Truth = None,
    read_as: options.ReadAs = None,
    profile: options.Profile = None,
    classes: options.Classes = None,
    mode: Annotated[
        Literal["usual", "strict"],
        typer.Option("--answers", metavar="MODE", help="How outputs are read: usual or strict (whole answers alone)."),
    ] = "usual",
    asked: options.PromptOptions = None,
    answer_rules: options.AnswerRules = None,
    answer_map: options.AnswerMap = None,
    text: options.ItemText = None,
    sets: Annotated[
        bool, typer.Option("--sets", help="Items may have any number of labels: read outputs as multilabel does.")
    ] = False,
    most: Annotated[int, typer.Option(metavar="N", help="How many of the most frequent outputs to show.", min=0)] = 50,
    out: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the map of all outputs here, to correct and pass back.")
    ] = None,
    check: Annotated[
        int | None, typer.Option(metavar="N", help="Draw N items for a person to judge, by how they were read.", min=1)
    ] = None,
    sample: Annotated[
        str | None, typer.Option(metavar="FILE", help="Where the items to judge are written, as CSV.")
    ] = None,
    judged: Annotated[
        str | None, typer.Option(metavar="FILE", help="The items that a person judged: how often does the reader err?")
    ] = None,
    level: options.Level = 0.95,
    seed: options.Seed = 0,
    form: options.TableForm,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace the files of --out and --sample if they exist.")
    ] = False,
    as_json: options.Sealed = False,
    show_personal: options.ShowPersonal = False,
) -> None:
    """Show what is read in the outputs of a language model, and correct or check it.

    It never refuses a file because much of it cannot be read.
    """
    from mercalli.estimates.settings import Settings
    from mercalli.plan.answer_files import with_inputs
    from mercalli.plan.answer_settings import AnswerSettings
    from mercalli.plan.tables import TableFiles, open_tables
    from mercalli.tasks.answers.evaluate import checked, profile_for, read_table

    map_file, sample_file = _files(out, check, sample, overwrite=overwrite)
    Settings(level, 0, seed=seed)
    settings = AnswerSettings(mode, None, asked, answer_rules, answer_map, text)
    declared = listed_all(classes, "classes")
    with progress_bar() as progress:
        files = replace(TableFiles.of(file, form.encoding, pred=pred, truth=truth), read_as=read_as, progress=progress)
        (opened,) = open_tables(files, ROLES)
        column, true = opened.columns["pred"][0], next(iter(opened.columns["truth"]), None)
        guessed = profile_for(opened.source, true) if profile is None and not declared and not sets else None
        table = read_table(
            opened.source,
            column,
            true,
            declared or None,
            profile or guessed,
            answers=settings,
            sets=sets,
            progress=progress,
        )
    report = with_inputs(table.report(most, level, None if judged is None else checked(table, judged, level)), [opened])
    log = () if opened.log is None else opened.log.lines
    said = [*log, columns_text(opened.columns), *([f"profile: {guessed}"] if guessed else [])]
    written = [*_map(table, map_file, show_personal=show_personal), *_sample(table, check, sample_file, seed)]
    TextOutput(as_json=as_json, show_personal=show_personal).tell(report, [*said, *written])


def _files(
    out: str | None, check: int | None, sample: str | None, *, overwrite: bool
) -> tuple[Target | None, Target | None]:
    """The files to write; refused, before any work, if they cannot be or would write over something."""
    from mercalli.errors import SettingError
    from mercalli.io.answers import SAMPLE_FILE
    from mercalli.io.targets import check_apart
    from mercalli.plan.counted_outputs import MAP_FILE

    if (check is None) != (sample is None):
        raise SettingError.named(
            "check" if sample is None else "sample",
            "needs `sample`, the file to write to. Write --check 100 --sample check.csv."
            if sample is None
            else "needs `check`, how many items to draw. Write --check 100 --sample check.csv.",
        )
    if out is not None and sample is not None:
        check_apart(out, sample)
    return (
        None if out is None else calls.claim_file(out, MAP_FILE, overwrite=overwrite),
        None if sample is None else calls.claim_file(sample, SAMPLE_FILE, overwrite=overwrite),
    )


def _map(table: ReadTable, target: Target | None, *, show_personal: bool) -> list[str]:
    """Write the map if it was asked for, and say where it is."""
    from mercalli.plan.counted_outputs import map_text

    if target is None:
        return []
    target.write(map_text(table.outputs, show_personal=show_personal))
    return [f"map: {target.path}"]


def _sample(table: ReadTable, check: int | None, target: Target | None, seed: int) -> list[str]:
    """Draw the sample if it was asked for, and say where it is; its texts are exact, because it is matched by them."""
    from mercalli.tasks.answers.check import drawn, sample_text

    if check is None or target is None:
        return []
    chosen = drawn(table.outputs, check, seed)
    target.write(sample_text(chosen))
    items = sum(each.items for each in chosen)
    told = f"{len(chosen):,} different outputs, {items:,} items; texts as they are, not masked"
    return [f"to judge: {target.path} ({told})"]
