"""What answers cost and how long they take, beside what they are worth."""
