module example.com/routers

go 1.22
