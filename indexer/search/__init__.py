"""The text index: files in pieces, the words of each piece, and a vector of what it says.

Everything here is a function of one file and its path, so that a piece that did not change is never made again.
"""
