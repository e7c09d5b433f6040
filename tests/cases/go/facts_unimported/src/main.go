package main

import (
	"example.com/shop/cache"
	"example.com/shop/server"
	"example.com/shop/users"
)

// what is made of the program's own functions is the library's, whatever this file imports
func main() {
	e := server.New()
	v1 := e.Group("/v1")
	v1.Use(server.Auth)
	users.Register(v1)

	c := &cache.Cache{}
	g := c.Group("/none")
	g.Use("nothing")
}
