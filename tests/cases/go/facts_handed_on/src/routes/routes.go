package routes

import (
	"example.com/shop/api"
	"github.com/gin-gonic/gin"
)

// Adds nothing itself, only hands on what it is given.
func All(g *gin.RouterGroup) {
	api.Users(g)
}
