"""Indexing jobs: processes of their own that outlive whoever asked, known to every server of the machine."""

from query.jobs.store import Job, Jobs
from query.jobs.work import LIVE, start

__all__ = ["LIVE", "Job", "Jobs", "start"]
