"""`mercalli demo`: the main job on data inside the package."""

from __future__ import annotations

from typing import Annotated

import typer

from mercalli.console import calls, options
from mercalli.console.output import print_sealed
from mercalli.console.progress import progress_bar
from mercalli.console.streams import screen


@calls.with_records
def demo(
    *,
    titled: options.Titled,
    out: Annotated[str, typer.Option(metavar="DIR", help="Where to write the report folder.")] = "mercalli-demo",
    no_pictures: options.NoPictures = False,
    as_json: options.Sealed = False,
) -> None:
    """Evaluate four real systems on four real disasters, offline, in seconds."""
    from mercalli.cli.demo_tasks import SAID, demo_files, demo_results
    from mercalli.io.folders import write_folder
    from mercalli.io.manifests import DEMO
    from mercalli.results.heading import under
    from mercalli.telling.kinds import article_of
    from mercalli.telling.terminal import show

    calls.check_out(out, overwrite=True, kind=DEMO, no_pictures=no_pictures)
    with progress_bar() as progress:
        result, comparison = demo_results(progress)
    result, comparison = under(result, titled.heading), under(comparison, titled.heading)
    write_folder(out, demo_files(result, comparison, pictures=not no_pictures), overwrite=True, kind=DEMO)
    if as_json:
        print_sealed(result)
        return
    console = screen()
    show(console, article_of(result), SAID)
    console.print(_next(out), soft_wrap=True)


def _next(out: str) -> str:
    """What to open and what to try, each command on one line."""
    from shlex import quote

    from mercalli.text.words import visible

    folder, file = visible(out), visible(quote(f"{out}/predictions.csv"))
    return (
        f"\nOpen {folder}/index.html in a browser.\n"
        f"The same as text: {folder}/report.md\n"
        f"\nThen try:\n"
        f"  mercalli evaluate {file} --pred tfidf_linear_svm --by event --gate 'dua.low>=0.75'\n"
        f"  mercalli compare {file} --pred gpt_4o_zero_shot,tfidf_naive_bayes\n"
        f"  mercalli metrics dua"
    )
