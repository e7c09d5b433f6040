"""What editors hold and have not saved: drafts of a work tree, laid over its commit by a thread in the background."""

from query.buffers.desk import Desk, desk_of, shown
from query.buffers.model import Checkpoint, Event, EventType, Layer, Receipt, Status
from query.buffers.store import EDITOR

__all__ = ["EDITOR", "Checkpoint", "Desk", "Event", "EventType", "Layer", "Receipt", "Status", "desk_of", "shown"]
