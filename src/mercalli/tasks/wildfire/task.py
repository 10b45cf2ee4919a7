"""What this task offers."""

from mercalli.registry import Chapter, Command, Kind, Question, Task

task = Task(
    name="wildfire",
    about="Wildfire: fire models compared with what was observed.",
    place=80,
    public={
        "FireCaseResult": "mercalli.tasks.wildfire.case.result:FireCaseResult",
        "FireField": "mercalli.tasks.wildfire.result:FireField",
        "FireResult": "mercalli.tasks.wildfire.result:FireResult",
        "Perimeters": "mercalli.tasks.wildfire.result:Perimeters",
        "burn_severity": "mercalli.tasks.wildfire.severity.evaluate:burn_severity",
        "fire_case": "mercalli.tasks.wildfire.case.evaluate:fire_case",
        "fire_field": "mercalli.tasks.wildfire.field.evaluate:fire_field",
        "fire_perimeter": "mercalli.tasks.wildfire.perimeter.evaluate:fire_perimeter",
        "structure_loss": "mercalli.tasks.wildfire.structures.evaluate:structure_loss",
    },
    kinds={
        "fire": Kind(
            record="mercalli.tasks.wildfire.result:FireResult",
            files="mercalli.tasks.wildfire.article:files",
            article="mercalli.tasks.wildfire.article:article",
        ),
        "perimeters": Kind(
            record="mercalli.tasks.wildfire.result:Perimeters",
            files="mercalli.tasks.wildfire.perimeter.article:files",
            article="mercalli.tasks.wildfire.perimeter.article:article",
        ),
        "fire_case": Kind(
            record="mercalli.tasks.wildfire.case.result:FireCaseResult",
            files="mercalli.tasks.wildfire.case.article:files",
            article="mercalli.tasks.wildfire.case.article:article",
        ),
        "fire_field": Kind(
            record="mercalli.tasks.wildfire.result:FireField",
            files="mercalli.tasks.wildfire.article:field_files",
            article="mercalli.tasks.wildfire.article:field_article",
        ),
    },
    commands={
        "wildfire": Command(
            "mercalli.tasks.wildfire.command:app",
            "Compare fire models with what was observed: severity, structures, perimeters.",
            question=Question.WHICH,
        ),
    },
    chapters=(Chapter("Maps of fires", ("OrdinalTable", "Fractions"), ("wildfire field",)),),
)
