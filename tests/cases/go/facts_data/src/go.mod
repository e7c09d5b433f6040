module example.com/data

go 1.22
