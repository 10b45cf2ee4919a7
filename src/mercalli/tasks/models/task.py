"""What this task offers."""

from mercalli.registry import Chapter, Command, Kind, Question, Task

task = Task(
    name="models",
    about="Choose between language models and prompts: repeated runs, agreement, votes, prompts, cost and latency.",
    place=15,
    public={
        "ModelsResult": "mercalli.tasks.models.result:ModelsResult",
        "models": "mercalli.tasks.models.evaluate:models",
    },
    kinds={
        "models": Kind(
            record="mercalli.tasks.models.result:ModelsResult",
            pictures="mercalli.tasks.models.article:pictures",
            tables="mercalli.tasks.models.article:tables",
            article="mercalli.tasks.models.article:article",
            grounds="mercalli.tasks.models.verdict:grounds",
        ),
    },
    commands={
        "models": Command(
            "mercalli.tasks.models.command:models",
            "Choose between language models and prompts: repeated runs, agreement, votes, cost and latency.",
            question=Question.WHICH,
        ),
    },
    chapters=(Chapter("Cost and latency of language models", ("Expenses", "ExpensePair", "Latencies"), ("models",)),),
)
