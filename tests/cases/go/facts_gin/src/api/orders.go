package api

import "github.com/gin-gonic/gin"

type Orders struct{ prefix string }

// Register adds to whatever group it is handed.
func Register(g *gin.RouterGroup) {
	orders := &Orders{}
	g.GET("/orders", orders.List)
	g.POST("/orders", func(c *gin.Context) {})
	g.PUT(orders.prefix+"/orders/:id", orders.save())
}

func (o *Orders) List(c *gin.Context) {}

func (o *Orders) save() gin.HandlerFunc { return nil }

func Auth(c *gin.Context) {}

func Drop(c *gin.Context) {}
