"""What this task offers."""

from mercalli.registry import Command, Question, Task

task = Task(
    name="classifier",
    about="A classifier of texts: train it, test it, label texts.",
    place=90,
    public={
        "load_model": "mercalli.tasks.classifier.model:load_model",
        "train": "mercalli.tasks.classifier.evaluate:train",
    },
    commands={
        "train": Command(
            "mercalli.tasks.classifier.command:train",
            "Train a classifier on labelled texts and test it on others.",
            question=Question.NO_MODEL,
            roles="mercalli.plan.labelled_texts:LABELLED",
            needs="--out DIR",
        ),
        "predict": Command(
            "mercalli.tasks.classifier.command:predict",
            "Label texts with a classifier: pred, its confidence, and the probability of each label.",
            question=Question.NO_MODEL,
        ),
    },
)
