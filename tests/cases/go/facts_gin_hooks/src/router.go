package shop

import "github.com/gin-gonic/gin"

// What other files may add to the routes.
var hooks []func(group *gin.RouterGroup, name string)

func routes() {
	r := gin.Default()
	api := r.Group("/api")
	register(api)
	addOrders(api)
}

func register(api *gin.RouterGroup) {
	for _, hook := range hooks {
		hook(api, "shop")
	}
}
