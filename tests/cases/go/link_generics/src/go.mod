module example.com/g
