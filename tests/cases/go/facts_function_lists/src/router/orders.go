package router

import "github.com/gin-gonic/gin"

func init() {
	open = append(open, orders)
	closed = append(closed, users, admins)
	never = append(never, lost)
}

func orders(group *gin.RouterGroup) {
	inner := group.Group("/orders")
	inner.GET("/:id", show)
}

func users(group *gin.RouterGroup, who string) {
	group.GET("/users", show)
}

func admins(group *gin.RouterGroup, who string) {
	group.Group("/admins").POST("", show)
}

// nobody goes over the list that it is in: what stands before its path is not known
func lost(group *gin.RouterGroup) {
	group.GET("/lost", show)
}

func show(c *gin.Context) {}
