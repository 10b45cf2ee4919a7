"""What this task offers."""

from mercalli.registry import Chapter, Command, Kind, Question, Task

task = Task(
    name="over_time",
    about="Over time: does a system hold in bins, phases and under load, and how late are urgent items found?",
    place=17,
    public={
        "OverTime": "mercalli.tasks.over_time.result:OverTime",
        "over_time": "mercalli.tasks.over_time.evaluate:over_time",
    },
    kinds={
        "over_time": Kind(
            record="mercalli.tasks.over_time.result:OverTime",
            pictures="mercalli.tasks.over_time.figures:over_time_figures",
            tables="mercalli.tasks.over_time.article:tables",
            article="mercalli.tasks.over_time.article:article",
            grounds="mercalli.tasks.over_time.verdict:grounds",
        ),
    },
    commands={
        "over-time": Command(
            "mercalli.tasks.over_time.command:over_time",
            "Follow a system over time: does it hold, and how late are urgent items found?",
            question=Question.FAILS,
        ),
    },
    chapters=(Chapter("How late urgent items are found", ("Delays",), ("over-time",)),),
)
