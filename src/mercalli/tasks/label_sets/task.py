"""What this task offers."""

from mercalli.registry import Chapter, Command, Counting, Kind, Question, Run, Task

task = Task(
    name="label_sets",
    about="Label sets: items with any number of labels.",
    place=60,
    public={
        "MultiLabel": "mercalli.tasks.label_sets.result:MultiLabel",
        "multilabel": "mercalli.tasks.label_sets.evaluate:multilabel",
    },
    kinds={
        "multilabel": Kind(
            record="mercalli.tasks.label_sets.result:MultiLabel",
            tables="mercalli.tasks.label_sets.article:tables",
            article="mercalli.tasks.label_sets.article:article",
            grounds="mercalli.tasks.label_sets.verdict:grounds",
        ),
    },
    commands={
        "multilabel": Command(
            "mercalli.tasks.label_sets.command:multilabel",
            "Evaluate predictions with any number of labels per item: overall, by label and by slice.",
            question=Question.WHICH,
            roles="mercalli.tasks.label_sets.roles:ROLES",
        ),
    },
    chapters=(Chapter("Any number of labels", ("LabelSets",), ("multilabel",)),),
    runs={
        "label_sets": Run(
            form="mercalli.tasks.label_sets.run:form",
            score="mercalli.tasks.label_sets.run:score",
            metric="mean_jaccard",
            beside=("subset_accuracy",),
            needs=("id", "truth", "labels"),
            options=("separator", "unit"),
        ),
    },
    statistics={
        "multilabel": Counting(
            count="mercalli.tasks.label_sets.counting.count:counted",
            files="mercalli.tasks.label_sets.counting.count:opened_file",
            check="mercalli.tasks.label_sets.counting.question:checked",
            told="mercalli.tasks.label_sets.counting.told:told",
            commands=("multilabel",),
        ),
    },
)
