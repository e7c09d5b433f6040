package main

import (
	"net/http"

	"github.com/go-chi/chi/v5"
)

func chiRoutes() http.Handler {
	r := chi.NewRouter()
	r.Use(logged)
	r.Route("/api", func(r chi.Router) {
		r.With(logged).Get("/users", http.HandlerFunc(show))
		r.Group(func(r chi.Router) {
			r.Use(logged)
			r.Post("/users", show)
		})
		r.Route("/nested", fill)
		r.Mount("/admin", adminRoutes())
	})
	r.Method(http.MethodPut, "/raw", http.HandlerFunc(show))
	return r
}

func fill(r chi.Router) {
	r.Delete("/{id}", show)
}

func adminRoutes() http.Handler {
	r := chi.NewRouter()
	r.Get("/stats", show)
	return r
}

func logged(next http.Handler) http.Handler { return next }

func show(w http.ResponseWriter, r *http.Request) {}
