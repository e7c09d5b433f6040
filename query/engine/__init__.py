"""Questions about one state of one repository, as plain functions that return frozen dataclasses."""
