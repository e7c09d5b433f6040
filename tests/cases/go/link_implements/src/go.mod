module example.com/i
