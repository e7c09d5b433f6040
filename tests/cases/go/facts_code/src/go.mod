module example.com/code

go 1.22
