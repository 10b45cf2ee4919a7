"""Over time: does a system hold in bins, phases and under load, and how late are urgent items found?"""
