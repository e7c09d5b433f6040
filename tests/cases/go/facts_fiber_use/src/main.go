package main

import "github.com/gofiber/fiber/v3"

func main() {
	app := fiber.New()
	inner := fiber.New()
	app.Use("/api", inner)
	inner.Get("/health", show)

	todo := app.Group("/todo").Use(auth)
	todo.Get("/list", show)

	app.Use("/quiet", auth)
	app.Get("/", show)
	app.Use(cors(Options{Origins: []string{"https://shop.example", "https://admin.shop.example", "https://other.shop.example"}}).Handler)

	box := Box{}
	box.Use("/no", inner)
	box.Get("/no", show)
}

type Box struct{}

func (b Box) Use(path string, value any)           {}
func (b Box) Get(path string, handler fiber.Handler) {}

func show(c fiber.Ctx) error { return nil }

func auth(c fiber.Ctx) error { return c.Next() }
