"""What this task offers."""

from mercalli.registry import Chapter, Command, Counting, Kind, Question, Run, Task

task = Task(
    name="labels",
    about="Labelled predictions: values with intervals, harm, weakest spots, and which system is better.",
    place=10,
    public={
        "Accumulator": "mercalli.tasks.labels.accumulator:Accumulator",
        "AnswerSettings": "mercalli.plan.answer_settings:AnswerSettings",
        "Comparison": "mercalli.tasks.labels.compare.result:Comparison",
        "Evaluation": "mercalli.tasks.labels.result:Evaluation",
        "compare": "mercalli.tasks.labels.compare.evaluate:compare",
        "evaluate": "mercalli.tasks.labels.evaluate:evaluate",
        "query": "mercalli.tasks.labels.query:query",
    },
    kinds={
        "evaluation": Kind(
            record="mercalli.tasks.labels.result:Evaluation",
            pictures="mercalli.tasks.labels.figures:figures",
            tables="mercalli.tasks.labels.article:tables",
            article="mercalli.tasks.labels.article:article",
            latex="mercalli.tasks.labels.latex:evaluation_tables",
            findings="mercalli.tasks.labels.advice:review",
            grounds="mercalli.tasks.labels.verdict:grounds",
        ),
        "comparison": Kind(
            record="mercalli.tasks.labels.compare.result:Comparison",
            tables="mercalli.tasks.labels.compare.article:tables",
            article="mercalli.tasks.labels.compare.article:article",
            latex="mercalli.tasks.labels.latex:comparison_tables",
            grounds="mercalli.tasks.labels.compare.verdict:grounds",
        ),
    },
    commands={
        "evaluate": Command(
            "mercalli.tasks.labels.command:evaluate",
            "Evaluate predictions: metrics with intervals, harm of the errors, weakest classes and slices.",
            question=Question.WHICH,
            roles="mercalli.tasks.labels.data:ROLES",
        ),
        "compare": Command(
            "mercalli.tasks.labels.compare.command:compare",
            "Compare systems: which is better, by how much, and is the difference significant?",
            question=Question.WHICH,
        ),
    },
    chapters=(
        Chapter("Over all classes", ("Confusion",)),
        Chapter("One class against the rest (over classes: NAME_macro, NAME_micro, NAME_weighted)", ("Counts",)),
        Chapter("How sure a system is", ("ConfidenceTable",), ("evaluate",)),
    ),
    runs={
        "labels": Run(
            form="mercalli.tasks.labels.run:form",
            score="mercalli.tasks.labels.run:score",
            metric="f1_macro",
            beside=("accuracy",),
            needs=("id", "truth"),
            options=("profile", "classes", "unit"),
            files=("profile",),
        ),
    },
    statistics={
        "labels": Counting(
            count="mercalli.tasks.labels.counting.count:counted",
            files="mercalli.tasks.labels.counting.count:opened_file",
            check="mercalli.tasks.labels.counting.question:checked",
            told="mercalli.tasks.labels.counting.told:told",
            commands=("evaluate", "compare"),
            shared="mercalli.tasks.labels.counting.shared:shared",
            sharing=("evaluate",),
            by_site="mercalli.tasks.labels.counting.sites:by_site",
        ),
    },
)
