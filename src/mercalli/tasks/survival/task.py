"""What this task offers."""

from mercalli.registry import Chapter, Command, Kind, Question, Task

task = Task(
    name="survival",
    about="Survival: who has the event first, with competing risks.",
    place=50,
    public={
        "SurvivalResult": "mercalli.tasks.survival.result:SurvivalResult",
        "survival": "mercalli.tasks.survival.evaluate:survival",
    },
    kinds={
        "survival": Kind(
            record="mercalli.tasks.survival.result:SurvivalResult",
            files="mercalli.tasks.survival.article:files",
            tables="mercalli.tasks.survival.article:tables",
            article="mercalli.tasks.survival.article:article",
            grounds="mercalli.tasks.survival.verdict:grounds",
        ),
    },
    commands={
        "survival": Command(
            "mercalli.tasks.survival.command:survival",
            "Evaluate survival predictions: concordance, AUC and Brier scores over time.",
            question=Question.WHICH,
            roles="mercalli.tasks.survival.command:FITTING",
        ),
    },
    chapters=(Chapter("Who has the event first", ("Survival",), ("survival",)),),
)
