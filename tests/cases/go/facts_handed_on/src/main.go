package main

import (
	"example.com/shop/routes"
	"github.com/gin-gonic/gin"
)

func main() {
	r := gin.New()
	routes.All(r.Group("/api"))
}
