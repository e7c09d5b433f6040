from std import Bar


class NoteBar(Bar):
    def update(self): ...
