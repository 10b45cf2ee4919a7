"""What this task offers."""

from mercalli.registry import Chapter, Command, Kind, Question, Task

task = Task(
    name="stress",
    about="Stress tests: what answers become when texts are noisy, cut or attacked, and when the world shifts.",
    place=95,
    public={
        "ShiftResult": "mercalli.tasks.stress.shift.result:ShiftResult",
        "StressResult": "mercalli.tasks.stress.result:StressResult",
        "stress_make": "mercalli.tasks.stress.make:stress_make",
        "stress_run": "mercalli.tasks.stress.running:stress_run",
        "stress_score": "mercalli.tasks.stress.evaluate:stress_score",
        "stress_shift": "mercalli.tasks.stress.shift.evaluate:stress_shift",
    },
    kinds={
        "stress": Kind(
            record="mercalli.tasks.stress.result:StressResult",
            pictures="mercalli.tasks.stress.article:pictures",
            tables="mercalli.tasks.stress.article:tables",
            article="mercalli.tasks.stress.article:article",
            grounds="mercalli.tasks.stress.verdict:grounds",
        ),
        "stress_shift": Kind(
            record="mercalli.tasks.stress.shift.result:ShiftResult",
            pictures="mercalli.tasks.stress.shift.article:pictures",
            tables="mercalli.tasks.stress.shift.article:tables",
            article="mercalli.tasks.stress.shift.article:article",
            grounds="mercalli.tasks.stress.shift.verdict:grounds",
        ),
    },
    commands={
        "stress": Command(
            "mercalli.tasks.stress.command:app",
            "Test a model under stress: noisy, cut and attacked texts, and shifts of the world.",
            question=Question.FAILS,
        ),
    },
    chapters=(Chapter("Answers under stress", ("Stressed",), ("stress",)),),
)
