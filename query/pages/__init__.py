"""The report of a snapshot: what it says (`gather`), and the page that shows it (`page`)."""
