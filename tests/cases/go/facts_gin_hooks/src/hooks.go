package shop

import "github.com/gin-gonic/gin"

func init() {
	hooks = []func(group *gin.RouterGroup, name string){
		func(group *gin.RouterGroup, name string) {
			addTests(group)
		},
	}
}

// What it is called with is only known when it runs.
func addTests(group *gin.RouterGroup) {
	group.POST("/test/reset", show)
	inner := group.Group("/inner")
	inner.GET("/state", show)
}

// Nobody calls it here: the path is all there is.
func Extend(group *gin.RouterGroup) {
	group.GET("/extended", show)
}

func addOrders(group *gin.RouterGroup) {
	group.GET("/orders", show)
}

func show(c *gin.Context) {}
