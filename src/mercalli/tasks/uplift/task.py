"""What this task offers."""

from mercalli.registry import Chapter, Command, Kind, Question, Task

task = Task(
    name="uplift",
    about="Uplift: who benefits from a treatment.",
    place=40,
    public={
        "UpliftResult": "mercalli.tasks.uplift.result:UpliftResult",
        "uplift": "mercalli.tasks.uplift.evaluate:uplift",
    },
    kinds={
        "uplift": Kind(
            record="mercalli.tasks.uplift.result:UpliftResult",
            pictures="mercalli.tasks.uplift.article:pictures",
            tables="mercalli.tasks.uplift.article:tables",
            article="mercalli.tasks.uplift.article:article",
            grounds="mercalli.tasks.uplift.verdict:grounds",
        ),
    },
    commands={
        "uplift": Command(
            "mercalli.tasks.uplift.command:uplift",
            "Evaluate uplift scores: do they find who benefits from a treatment? Uplift of the top K, AUUC, Qini.",
            question=Question.SCORE,
            roles="mercalli.tasks.uplift.command:ROLES",
        ),
    },
    chapters=(Chapter("Who benefits from a treatment", ("UpliftTable",), ("uplift",)),),
)
