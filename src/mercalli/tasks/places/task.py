"""What this task offers."""

from mercalli.registry import Chapter, Command, Kind, Question, Task

task = Task(
    name="places",
    about="Places: where is a system worse than its classes explain, and for whom?",
    place=18,
    public={
        "Places": "mercalli.tasks.places.result:Places",
        "places": "mercalli.tasks.places.evaluate:places",
    },
    kinds={
        "places": Kind(
            record="mercalli.tasks.places.result:Places",
            pictures="mercalli.tasks.places.figures:places_figures",
            tables="mercalli.tasks.places.article:tables",
            article="mercalli.tasks.places.article:article",
            grounds="mercalli.tasks.places.verdict:grounds",
        ),
    },
    commands={
        "places": Command(
            "mercalli.tasks.places.command:places",
            "Compare places: where is a system worse than its classes explain, and for whom?",
            question=Question.FAILS,
        ),
    },
    chapters=(
        Chapter(
            "Errors by place, and people", ("PlaceErrors", "PlaceHarm", "PersonValues", "PlaceVoices"), ("places",)
        ),
    ),
)
