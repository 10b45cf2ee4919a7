"""Places: where is a system worse than its classes explain, and for whom?"""
