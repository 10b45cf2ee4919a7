"""What this task offers."""

from mercalli.registry import Command, Kind, Question, Task

task = Task(
    name="parity",
    about="Parity: does a system work equally well in every language, or for every other group?",
    place=16,
    public={
        "Parity": "mercalli.tasks.parity.result:Parity",
        "parity": "mercalli.tasks.parity.evaluate:parity",
    },
    kinds={
        "parity": Kind(
            record="mercalli.tasks.parity.result:Parity",
            pictures="mercalli.tasks.parity.figures:parity_figures",
            tables="mercalli.tasks.parity.article:tables",
            article="mercalli.tasks.parity.article:article",
            grounds="mercalli.tasks.parity.verdict:grounds",
        ),
    },
    commands={
        "parity": Command(
            "mercalli.tasks.parity.command:parity",
            "Compare groups: does a system work equally well in every language?",
            question=Question.FAILS,
        ),
    },
)
