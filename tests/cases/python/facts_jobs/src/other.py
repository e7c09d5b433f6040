class Calendar:
    def __init__(self):
        self.middlewares = []

    def every(self, number):
        return self

    @property
    def days(self):
        return self

    def do(self, job):
        return job
