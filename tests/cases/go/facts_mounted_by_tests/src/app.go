package shop

import (
	"net/http"

	"github.com/go-chi/chi/v5"
)

func orders() *chi.Mux {
	r := chi.NewRouter()
	r.Get("/orders", list)
	return r
}

func fill(r chi.Router) {
	r.Post("/fill", list)
}

// only a test mounts it
func spare() *chi.Mux {
	r := chi.NewRouter()
	r.Get("/spare", list)
	return r
}

func app() http.Handler {
	r := chi.NewRouter()
	r.Mount("/api", orders())
	r.Route("/admin", func(r chi.Router) {
		fill(r)
	})
	return r
}

func list(w http.ResponseWriter, r *http.Request) {}
