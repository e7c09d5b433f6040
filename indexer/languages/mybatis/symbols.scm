; a mapper defines nothing of its own: its statements are told of the methods that they stand for
