"""What this task offers."""

from mercalli.registry import Chapter, Command, Kind, Question, Task

task = Task(
    name="alerts",
    about="Alerts: are urgent items ranked first, and what are the alerts worth?",
    place=30,
    public={
        "Alerts": "mercalli.tasks.alerts.result:Alerts",
        "alerts": "mercalli.tasks.alerts.evaluate:alerts",
    },
    kinds={
        "alerts": Kind(
            record="mercalli.tasks.alerts.result:Alerts",
            tables="mercalli.tasks.alerts.article:tables",
            article="mercalli.tasks.alerts.article:article",
            pictures="mercalli.tasks.alerts.article:pictures",
            grounds="mercalli.tasks.alerts.verdict:grounds",
        ),
    },
    commands={
        "alerts": Command(
            "mercalli.tasks.alerts.command:alerts",
            "Evaluate alerts: are urgent items ranked first, and what are the alerts worth?",
            question=Question.SCORE,
            roles="mercalli.tasks.alerts.command:ROLES",
        ),
    },
    chapters=(Chapter("Graded lists and alerts", ("GainTable", "AlertStream"), ("alerts",)),),
)
