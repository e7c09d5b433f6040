import registry
from registry import HOOKS, TABLE, Bus, Other, Widget


def first(): pass
def second(): pass
def third(): pass
def fourth(): pass


widget = Widget()
widget.on_show = first
widget.on_show()
setattr(widget, "on_hide", second)
widget.on_hide()
widget.title = third
widget.title()
widget.close = fourth  # a method that is replaced stays what its name means
widget.close()
widget.unknown()

Other().on_show()  # another class: nothing was stored there

registry.callback = second
registry.added = third
registry.added()
TABLE["save"] = first
HOOKS.append(third)
registry.HOOKS.extend([fourth])

bus = Bus()
bus.on("start", first)
bus.fire("start")


def local(thing):
    thing.on_show = second  # nobody knows what it is
    thing.on_show()
