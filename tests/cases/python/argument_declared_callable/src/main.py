from runners import count, run, run_maybe


class Job:
    def start(self):
        pass


def make() -> Job:
    return Job()


def log(number):
    pass


run(make, log=log)
run_maybe(Job)
count(make, make)
