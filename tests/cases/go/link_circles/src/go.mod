module example.com/c
