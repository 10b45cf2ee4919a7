"""What this task offers."""

from mercalli.registry import Chapter, Command, Kind, Question, Task

task = Task(
    name="capacity",
    about="Capacity: what a limited team reaches with a model, beside first come, first served and the true classes.",
    place=32,
    public={
        "Capacity": "mercalli.tasks.capacity.result:Capacity",
        "capacity": "mercalli.tasks.capacity.evaluate:capacity",
    },
    kinds={
        "capacity": Kind(
            record="mercalli.tasks.capacity.result:Capacity",
            pictures="mercalli.tasks.capacity.article:pictures",
            tables="mercalli.tasks.capacity.article:tables",
            article="mercalli.tasks.capacity.article:article",
            grounds="mercalli.tasks.capacity.verdict:grounds",
        ),
    },
    commands={
        "capacity": Command(
            "mercalli.tasks.capacity.command:capacity",
            "What a limited team reaches with a model: urgent items handled in time.",
            question=Question.SCORE,
        ),
    },
    chapters=(Chapter("Items that wait for a team", ("Queues",), ("capacity",)),),
)
