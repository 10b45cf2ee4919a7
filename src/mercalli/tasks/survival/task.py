"""What this task offers."""

from mercalli.registry import Chapter, Command, Kind, Task

task = Task(
    name="survival",
    about="Survival: who is hit first, with competing risks.",
    place=50,
    public={
        "SurvivalResult": "mercalli.tasks.survival.result:SurvivalResult",
        "survival": "mercalli.tasks.survival.evaluate:survival",
    },
    kinds={
        "survival": Kind(
            record="mercalli.tasks.survival.result:SurvivalResult",
            files="mercalli.tasks.survival.article:files",
            article="mercalli.tasks.survival.article:article",
            grounds="mercalli.tasks.survival.verdict:grounds",
        ),
    },
    commands={
        "survival": Command(
            "mercalli.tasks.survival.command:survival",
            "Find whether those said to be hit first were: concordance, AUC, Brier scores over time.",
        ),
    },
    chapters=(Chapter("Who is hit first", ("Survival",), ("survival",)),),
)
