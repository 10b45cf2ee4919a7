"""What this task offers."""

from mercalli.registry import Chapter, Command, Kind, Task

task = Task(
    name="uplift",
    about="Uplift: who gains from a treatment.",
    place=40,
    public={
        "UpliftResult": "mercalli.tasks.uplift.result:UpliftResult",
        "uplift": "mercalli.tasks.uplift.evaluate:uplift",
    },
    kinds={
        "uplift": Kind(
            record="mercalli.tasks.uplift.result:UpliftResult",
            files="mercalli.tasks.uplift.article:files",
            article="mercalli.tasks.uplift.article:article",
            grounds="mercalli.tasks.uplift.verdict:grounds",
        ),
    },
    commands={
        "uplift": Command(
            "mercalli.tasks.uplift.command:uplift",
            "Find who gains from a treatment: uplift of the highest scores, AUUC, Qini, curves.",
        ),
    },
    chapters=(Chapter("Whom a treatment helps", ("UpliftTable",), ("uplift",)),),
)
