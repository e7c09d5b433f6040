"""Development tasks, in the local state: many servers write them at once, and what was acknowledged stays."""

from query.tasks.association import associated
from query.tasks.store import Page, Status, Task, Tasks

__all__ = ["Page", "Status", "Task", "Tasks", "associated"]
