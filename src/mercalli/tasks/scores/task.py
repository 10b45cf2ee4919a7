"""What this task offers."""

from mercalli.registry import Chapter, Command, Counting, Kind, Question, Run, Task

task = Task(
    name="scores",
    about="Scores: how well they rank, at which score to act, and what the top K contain.",
    place=20,
    public={
        "Decisions": "mercalli.tasks.scores.result:Decisions",
        "Ranked": "mercalli.tasks.scores.result:Ranked",
        "rank": "mercalli.tasks.scores.rank.evaluate:rank",
        "recall_under_fpr_constraint": "mercalli.tasks.scores.threshold.evaluate:recall_under_fpr_constraint",
        "threshold": "mercalli.tasks.scores.threshold.evaluate:threshold",
    },
    kinds={
        "decisions": Kind(
            record="mercalli.tasks.scores.result:Decisions",
            pictures="mercalli.tasks.scores.threshold.article:pictures",
            tables="mercalli.tasks.scores.threshold.article:tables",
            article="mercalli.tasks.scores.threshold.article:article",
            grounds="mercalli.tasks.scores.threshold.verdict:grounds",
        ),
        "ranked": Kind(
            record="mercalli.tasks.scores.result:Ranked",
            pictures="mercalli.tasks.scores.rank.article:pictures",
            tables="mercalli.tasks.scores.rank.article:tables",
            article="mercalli.tasks.scores.rank.article:article",
            grounds="mercalli.tasks.scores.rank.verdict:grounds",
        ),
    },
    commands={
        "threshold": Command(
            "mercalli.tasks.scores.command:threshold",
            "Choose a threshold: at which score should we act, what is that worth, and how well do scores rank?",
            question=Question.SCORE,
            roles="mercalli.tasks.scores.files:ROLES",
        ),
        "rank": Command(
            "mercalli.tasks.scores.command:rank",
            "Precision, recall, hit rate and lift of the top K.",
            question=Question.SCORE,
            roles="mercalli.tasks.scores.files:ROLES",
        ),
    },
    chapters=(Chapter("From scores", ("ScoreTable",), ("threshold", "rank")),),
    runs={
        "scores": Run(
            form="mercalli.tasks.scores.run:form",
            score="mercalli.tasks.scores.run:score",
            metric="average_precision",
            beside=("roc_auc",),
            needs=("id", "truth"),
            options=("positive", "unit"),
        ),
    },
    statistics={
        "scores": Counting(
            count="mercalli.tasks.scores.counting.count:counted",
            files="mercalli.tasks.scores.counting.count:opened_file",
            check="mercalli.tasks.scores.counting.question:checked",
            told="mercalli.tasks.scores.counting.told:told",
            commands=("threshold", "rank"),
        ),
    },
)
