class Late(Exception):
    def hours(self): ...


class Lost(Exception):
    def place(self): ...


BOTH = (Late, Lost)


class Sender:
    ERRORS = (Late,)

    def send(self):
        try:
            ...
        except self.ERRORS as error:
            error.hours()
            error.place()  # none of them has it
        try:
            ...
        except (Late, Lost) as error_of_two:
            error_of_two.place()
        try:
            ...
        except BOTH as error_by_name:
            error_by_name.hours()
