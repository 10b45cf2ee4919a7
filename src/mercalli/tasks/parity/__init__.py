"""Parity: does a system work equally well in every language, or for every other group?"""
