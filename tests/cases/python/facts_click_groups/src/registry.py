class Group:
    def __init__(self, function):
        self.function = function

    def command(self):
        return lambda function: function


def group():
    return Group
