"""What this task offers."""

from mercalli.registry import Command, Kind, Question, Task

task = Task(
    name="feedback",
    about="Feedback: what corrected labels show about a model.",
    place=110,
    public={
        "FeedbackReport": "mercalli.tasks.feedback.result:FeedbackReport",
        "add_feedback": "mercalli.tasks.feedback.data:add_feedback",
        "feedback_report": "mercalli.tasks.feedback.evaluate:feedback_report",
    },
    kinds={
        "feedback": Kind(
            record="mercalli.tasks.feedback.result:FeedbackReport",
            tables="mercalli.tasks.feedback.article:tables",
            article="mercalli.tasks.feedback.article:article",
            grounds="mercalli.tasks.feedback.verdict:grounds",
        ),
    },
    commands={
        "feedback": Command(
            "mercalli.tasks.feedback.command:app",
            "Record corrected labels, and evaluate a model on them.",
            question=Question.FAILS,
        ),
    },
)
