package api

import "github.com/gin-gonic/gin"

func Users(g *gin.RouterGroup) {
	g.GET("/users", show)
}

func show(c *gin.Context) {}
