; a file of routes defines nothing of its own: its routes are told of the methods that answer
