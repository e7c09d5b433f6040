"""Progress of a call, told from its thread."""

from __future__ import annotations

import anyio
import anyio.from_thread
from mcp.server.session import ServerSession

from query.tools.call import Progress


def reporter(session: ServerSession) -> Progress:
    """Sends what the tool says to the client that waits; who did not ask for progress gets none."""

    def report(done: float, message: str) -> None:
        try:
            anyio.from_thread.run(session.report_progress, done, None, message)
        except (anyio.ClosedResourceError, anyio.BrokenResourceError, RuntimeError):
            return  # nobody waits any more

    return report
