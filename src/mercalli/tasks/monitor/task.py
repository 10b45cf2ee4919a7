"""What this task offers."""

from mercalli.registry import Command, Kind, Question, Task

task = Task(
    name="monitor",
    about="Operation: whether a model in use still keeps its promises, with truths that come late and in part.",
    place=112,
    public={
        "Monitor": "mercalli.tasks.monitor.result:Monitor",
        "monitor_add": "mercalli.tasks.monitor.add:monitor_add",
        "monitor_report": "mercalli.tasks.monitor.evaluate:monitor_report",
        "monitor_sample": "mercalli.tasks.monitor.sample:monitor_sample",
        "monitor_start": "mercalli.tasks.monitor.start:monitor_start",
    },
    kinds={
        "monitor": Kind(
            record="mercalli.tasks.monitor.result:Monitor",
            pictures="mercalli.tasks.monitor.figures:monitor_figures",
            tables="mercalli.tasks.monitor.article:tables",
            article="mercalli.tasks.monitor.article:article",
            grounds="mercalli.tasks.monitor.verdict:grounds",
        ),
    },
    commands={
        "monitor": Command(
            "mercalli.tasks.monitor.command:app",
            "Watch a model in operation: are its promises still kept?",
            question=Question.FAILS,
        ),
    },
)
