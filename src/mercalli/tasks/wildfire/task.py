"""What this task offers."""

from mercalli.registry import Chapter, Command, Kind, Question, Run, Task

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
            pictures="mercalli.tasks.wildfire.article:pictures",
            tables="mercalli.tasks.wildfire.article:tables",
            article="mercalli.tasks.wildfire.article:article",
            grounds="mercalli.tasks.wildfire.verdict:grounds",
        ),
        "perimeters": Kind(
            record="mercalli.tasks.wildfire.result:Perimeters",
            pictures="mercalli.tasks.wildfire.perimeter.article:pictures",
            tables="mercalli.tasks.wildfire.perimeter.article:tables",
            article="mercalli.tasks.wildfire.perimeter.article:article",
            grounds="mercalli.tasks.wildfire.perimeter.verdict:grounds",
        ),
        "fire_case": Kind(
            record="mercalli.tasks.wildfire.case.result:FireCaseResult",
            pictures="mercalli.tasks.wildfire.case.article:pictures",
            tables="mercalli.tasks.wildfire.case.article:tables",
            article="mercalli.tasks.wildfire.case.article:article",
            grounds="mercalli.tasks.wildfire.case.verdict:grounds",
        ),
        "fire_field": Kind(
            record="mercalli.tasks.wildfire.result:FireField",
            pictures="mercalli.tasks.wildfire.field.figures:field_pictures",
            tables="mercalli.tasks.wildfire.field.article:tables",
            article="mercalli.tasks.wildfire.field.article:article",
            grounds="mercalli.tasks.wildfire.field.verdict:grounds",
        ),
    },
    commands={
        "wildfire": Command(
            "mercalli.tasks.wildfire.command:app",
            "Compare fire models with what was observed: severity, structures, perimeters.",
            question=Question.WHICH,
        ),
    },
    names="mercalli.tasks.wildfire.kpis:kpi_meanings",
    chapters=(Chapter("Maps of fires", ("OrdinalTable", "Fractions"), ("wildfire field",)),),
    runs={
        "severity": Run(
            form="mercalli.tasks.wildfire.severity.run:form",
            score="mercalli.tasks.wildfire.severity.run:score",
            metric="f1",
            beside=("precision", "recall"),
            needs=("truth",),
            options=("row", "col", "product", "tile", "unit"),
            files=("product",),
        ),
        "structures": Run(
            form="mercalli.tasks.wildfire.structures.run:form",
            score="mercalli.tasks.wildfire.structures.run:score",
            metric="f1",
            beside=("precision", "recall"),
            needs=("id", "damage"),
            options=("scale", "positive", "threshold", "unit"),
            files=("scale",),
        ),
    },
)
