"""What this task offers."""

from mercalli.registry import Chapter, Command, Kind, Question, Run, Task

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
            pictures="mercalli.tasks.survival.figures:survival_figures",
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
    runs={
        "survival": Run(
            form="mercalli.tasks.survival.run:form",
            score="mercalli.tasks.survival.run:score",
            metric="c_index",
            needs=("id", "time", "event"),
            options=("cause", "tau", "at", "unit"),
        ),
    },
)
