package main

import (
	"net/http"

	"github.com/go-chi/chi/v5"
)

func main() {
	r := chi.NewRouter()
	api := newAPI()
	r.Mount("/api", api)
	box := Box{}
	crate := newCrate()
	box.Mount("/box", crate)
}

func newAPI() chi.Router {
	r := chi.NewRouter()
	r.Get("/orders", show)
	return r
}

func newCrate() chi.Router {
	r := chi.NewRouter()
	r.Get("/crate", show)
	return r
}

func serve() {
	root := http.NewServeMux()
	root.Handle("/admin/", http.StripPrefix("/admin", adminHandler()))
	shop := shopHandler()
	root.Handle("/shop/", shop)
	root.Handle("/plain", plain())
}

func adminHandler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /users", show)
	return logged(mux)
}

func shopHandler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /shop/items", show)
	return logged(mux)
}

func plain() http.Handler {
	return logged(http.HandlerFunc(show))
}

type Box struct{}

func (b Box) Mount(path string, inner chi.Router) {}

func show(w http.ResponseWriter, r *http.Request) {}
