"""One line of JSON for each request and each call, tied together by the request's id."""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from contextvars import ContextVar
from datetime import UTC, datetime
from uuid import uuid4

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from query.serve.http.metrics import Metrics

LOG = logging.getLogger("codemap.http")
REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")
_HEADER = "X-Request-Id"
_SANE = re.compile(r"[A-Za-z0-9_.:-]{1,100}")


class JsonLines(logging.Formatter):
    """A record as one line of JSON; `extra={"fields": …}` adds to it."""

    def format(self, record: logging.LogRecord) -> str:
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {
            "time": moment,
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {"request_id": request_id} if (request_id := REQUEST_ID.get()) else {}
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def log_to_stderr() -> None:
    """All loggers of the process write lines of JSON to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    # They tell each session and each stream; requests and calls are told here.
    for name in ("mcp", "sse_starlette"):
        logging.getLogger(name).setLevel(logging.ERROR)


class Logged:
    """Gives each request an id, which its answer and all that is logged about it carry."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        given = Headers(scope=scope).get(_HEADER, "")
        request_id = given if _SANE.fullmatch(given) else uuid4().hex
        REQUEST_ID.set(request_id)
        status = 0

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[_HEADER] = request_id
            await send(message)

        began = time.perf_counter()
        try:
            await self._app(scope, receive, noted)
        finally:
            self._told(scope, status, time.perf_counter() - began)

    def _told(self, scope: Scope, status: int, seconds: float) -> None:
        self._metrics.requested(str(scope["path"]), status)
        client = scope.get("client")
        fields = {"method": scope["method"], "path": scope["path"][:200], "status": status}
        fields |= {"ms": round(seconds * 1000, 1), "client": client[0] if client else None}
        LOG.info("request", extra={"fields": fields})
