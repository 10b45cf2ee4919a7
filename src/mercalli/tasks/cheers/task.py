"""What this task offers."""

from mercalli.registry import Chapter, Command, Kind, Question, Run, Task

task = Task(
    name="cheers",
    about="CHEERS: two-stage extraction from humanitarian documents.",
    place=70,
    public={
        "Cheers": "mercalli.tasks.cheers.result:Cheers",
        "score_cheers": "mercalli.tasks.cheers.evaluate:score_cheers",
        "validate_cheers": "mercalli.tasks.cheers.evaluate:validate_cheers",
    },
    kinds={
        "cheers": Kind(
            record="mercalli.tasks.cheers.result:Cheers",
            pictures="mercalli.tasks.cheers.article:pictures",
            tables="mercalli.tasks.cheers.article:tables",
            article="mercalli.tasks.cheers.article:article",
            grounds="mercalli.tasks.cheers.verdict:grounds",
        ),
    },
    commands={
        "cheers": Command(
            "mercalli.tasks.cheers.command:app",
            "CHEERS: check and score runs, make baselines and data.",
            question=Question.WHICH,
        ),
    },
    chapters=(Chapter("Sentences and sectors", ("Extraction",), ("cheers",)),),
    runs={
        "cheers": Run(
            form="mercalli.tasks.cheers.run:form",
            score="mercalli.tasks.cheers.run:score",
            metric="humimpact",
            beside=("relevance_f1_score_macro", "sectorids_accuracy", "sector_coverage"),
            options=("sectors", "reading", "strict"),
            files=("sectors",),
            unit="doc_id",
        ),
    },
)
