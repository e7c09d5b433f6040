"""What editors hold and have not saved: drafts of a work tree, laid over its commit by a thread in the background."""

from query.buffers.desk import Desk, desk_of
from query.buffers.model import Checkpoint, Event, EventType, Layer, Receipt, Status

__all__ = ["Checkpoint", "Desk", "Event", "EventType", "Layer", "Receipt", "Status", "desk_of"]
