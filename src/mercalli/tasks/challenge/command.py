"""`mercalli challenge`: hold a challenge with hidden answers, on a folder and with its own database."""

import typer

from mercalli.console.help import Command, Group
from mercalli.tasks.challenge.commands import boards, keeping, opening, rulings, runs, serving

app = typer.Typer(
    help="Hold a challenge with hidden answers: check and score runs, keep a board.", no_args_is_help=True, cls=Group
)
COMMANDS = (  # in the order in which an organiser needs them
    *(opening.new, opening.check, opening.open_),
    *(runs.submit, runs.status, boards.board, runs.work),
    *(serving.serve, serving.invite),
    *(boards.rescore, runs.choose, rulings.allow, rulings.caps, rulings.freeze, rulings.exclude, rulings.close),
    *(keeping.verify, keeping.export, keeping.backup, keeping.restore),
)
for command in COMMANDS:
    app.command(command.__name__.rstrip("_"), cls=Command)(command)
