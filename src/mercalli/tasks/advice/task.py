"""What this task offers."""

from mercalli.registry import Command, Kind, Question, Task

task = Task(
    name="advice",
    about="Advice: what to do next about texts or a result.",
    place=100,
    public={
        "Advice": "mercalli.tasks.advice.result:Advice",
        "advise": "mercalli.tasks.advice.evaluate:advise",
    },
    kinds={
        "advice": Kind(
            record="mercalli.tasks.advice.result:Advice",
            tables="mercalli.tasks.advice.article:tables",
            article="mercalli.tasks.advice.article:article",
            grounds="mercalli.tasks.advice.verdict:grounds",
        ),
    },
    commands={
        "advise": Command(
            "mercalli.tasks.advice.command:advise",
            "Say what to do next: findings with their numbers, examples and an action, the most pressing first.",
            question=Question.FAILS,
            roles="mercalli.plan.labelled_texts:LABELLED",
        ),
    },
)
