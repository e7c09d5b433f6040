# Must not resolve: Circle is not in __all__, Engine goes by another name, run() of this file hides the import's.
from helper import helped
from pkg import *
from pkg import Motor

helped()
Square()
area(Square())
Circle()
Engine()
Motor().start()
sub.shapes.Square()


def run():
    return run()
