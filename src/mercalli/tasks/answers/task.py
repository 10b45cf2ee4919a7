"""What this task offers."""

from mercalli.registry import Command, Kind, Question, Task

task = Task(
    name="answers",
    about="Outputs of language models: what is read in them and how, and how often the reader errs.",
    place=15,
    public={
        "AnswersReport": "mercalli.tasks.answers.result:AnswersReport",
        "answers": "mercalli.tasks.answers.evaluate:answers",
    },
    kinds={
        "answers": Kind(
            record="mercalli.tasks.answers.result:AnswersReport",
            tables="mercalli.tasks.answers.article:tables",
            article="mercalli.tasks.answers.article:article",
            grounds="mercalli.tasks.answers.verdict:grounds",
        ),
    },
    commands={
        "answers": Command(
            "mercalli.tasks.answers.command:answers",
            "Show what is read in the outputs of a language model, and correct or check it.",
            question=Question.FAILS,
        ),
    },
)
