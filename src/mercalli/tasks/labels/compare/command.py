"""`mercalli compare`: systems against each other on the same items."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from mercalli.console import calls, options
from mercalli.console.calls import check_out
from mercalli.console.lists import listed_all
from mercalli.console.output import TextOutput
from mercalli.console.progress import progress_bar
from mercalli.tasks.labels.options import Reading


@calls.with_records
def compare(
    files: options.Files,
    *,
    inputs: options.Inputs,
    truth: options.Truth = None,
    pred: options.Pred = None,
    key: options.ItemId = None,
    items: options.ItemChoice = None,
    examples: Annotated[
        int, typer.Option(metavar="N", help="Items to show that one system gets right and the other wrong.", min=0)
    ] = 0,
    text: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of texts; copies of them in outputs are not read.")
    ] = None,
    profile: options.Profile = None,
    classes: options.Classes = None,
    unit: options.Unit = None,
    weight: options.Weight = None,
    count: options.Count = None,
    metrics: options.Metrics = None,
    reading: Reading,
    form: options.TableForm,
    titled: options.Titled,
    out: options.Out = None,
    xlsx: options.Xlsx = None,
    overwrite: options.Overwrite = False,
    latex: options.Latex = False,
    as_json: options.Sealed = False,
    show_personal: options.ShowPersonal = False,
) -> None:
    """Compare systems: which is better, by how much, and is the difference significant?

    Files are matched by an id column they share, or row by row where their truths are the same.
    """
    from mercalli.errors import SettingError
    from mercalli.plan.about import noted
    from mercalli.tasks.labels.compare.article import example_section
    from mercalli.tasks.labels.compare.files import compare_files
    from mercalli.tasks.labels.compare.result import Comparison
    from mercalli.tasks.labels.data import LabelFiles

    if examples and as_json:
        raise SettingError.named(
            "examples", "is only for the screen; a sealed comparison holds no items. Leave `examples` or `json` out."
        )
    if count is not None and (key is not None or examples):
        raise SettingError.either("count", "id" if key is not None else "examples")
    check_out(out, overwrite=overwrite, kind=Comparison.sealed_as, latex=latex)
    preds, declared = listed_all(pred, "pred"), listed_all(classes, "classes")
    asked = LabelFiles(files, truth, preds, profile, declared, form.encoding, **inputs.settings, key=key)
    with progress_bar() as progress:
        comparison = compare_files(
            replace(asked, progress=progress),
            key,
            items,
            unit=unit,
            weight=weight,
            count=count,
            metrics=listed_all(metrics, "metrics") or None,
            **reading.beside(text),
            progress=progress,
        )
    shown = comparison.examples(examples, show_personal=show_personal)
    more = [example_section(shown, show_personal=show_personal)] if shown else []
    output = TextOutput(
        **vars(titled), out=out, xlsx=xlsx, overwrite=overwrite, as_json=as_json, show_personal=show_personal
    )
    result = comparison.result
    names = list(dict.fromkeys(name for pair in result.pairs for name in (pair.first, pair.second)))
    known = replace(result, provenance=noted(result.provenance, names, reading.known))
    output.tell(known, comparison.guesses, more, latex=latex)
