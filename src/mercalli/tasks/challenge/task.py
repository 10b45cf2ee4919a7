"""What this task offers."""

from mercalli.registry import Command, Question, Task

task = Task(
    name="challenge",
    about="Challenges with hidden answers: check and score runs, and keep a board that loses and leaks nothing.",
    place=75,
    commands={
        "challenge": Command(
            "mercalli.tasks.challenge.command:app",
            "Hold a challenge with hidden answers: check and score runs, keep a board.",
            question=Question.WHICH,
        ),
    },
)
