package api

import (
	"net/http"

	"github.com/gin-gonic/gin"
)

func InitRouter(g *gin.RouterGroup) {
	g.GET("/orders", list)
}

func Pages(r *gin.Engine) {
	r.GET("/pages", list)
}

func Keep(c *http.Client) {}

func list(c *gin.Context) {}
