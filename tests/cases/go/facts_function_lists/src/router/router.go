package router

import "github.com/gin-gonic/gin"

var (
	open   = make([]func(*gin.RouterGroup), 0)
	closed []func(group *gin.RouterGroup, who string)
	never  []func(*gin.RouterGroup)
)

func Init(engine *gin.Engine) {
	first := engine.Group("/api/v1")
	for _, add := range open {
		add(first)
	}
	second := engine.Group("/api/v2")
	for _, add := range closed {
		add(second, "me")
	}
	for _, add := range []func(*gin.RouterGroup){health} {
		add(second)
	}
}

func health(group *gin.RouterGroup) {
	group.GET("/health", show)
}
