"""What this task offers."""

from mercalli.registry import Chapter, Command, Kind, Task

task = Task(
    name="alerts",
    about="Alerts: do urgent items come first, and what are the alerts worth.",
    place=30,
    public={
        "Alerts": "mercalli.tasks.alerts.result:Alerts",
        "alerts": "mercalli.tasks.alerts.evaluate:alerts",
    },
    kinds={
        "alerts": Kind(
            record="mercalli.tasks.alerts.result:Alerts",
            files="mercalli.tasks.alerts.article:files",
            article="mercalli.tasks.alerts.article:article",
            grounds="mercalli.tasks.alerts.verdict:grounds",
        ),
    },
    commands={
        "alerts": Command(
            "mercalli.tasks.alerts.command:alerts",
            "Judge a stream of alerts: do urgent items come first, and what are the alerts worth.",
        ),
    },
    chapters=(Chapter("Graded lists and alerts", ("GainTable", "AlertStream"), ("alerts",)),),
)
