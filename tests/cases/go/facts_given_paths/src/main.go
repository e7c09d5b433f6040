package main

import (
	"fmt"
	"net/http"

	"example.com/shop/settings"
	"github.com/go-chi/chi/v5"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

type answer = func(w http.ResponseWriter, r *http.Request) error

func ping(w http.ResponseWriter, r *http.Request) error   { return nil }
func search(w http.ResponseWriter, r *http.Request) error { return nil }
func list(w http.ResponseWriter, r *http.Request)         {}

func main() {
	root := chi.NewRouter()
	root.Route("/rest", func(r chi.Router) {
		h(r, "ping", ping)
		h(r, "search", search)
	})
	root.Route("/api", func(r chi.Router) {
		resource(r, "/orders")
		r.Route("/lost", func(r chi.Router) {
			resource(r, "/")
		})
	})
	mount(root, "/tags", tags())
	for _, path := range []string{"/health", "/ready"} {
		root.Get(path, list)
	}
	// A path that only a run knows is told by its name.
	root.Handle(settings.MetricsPath, promhttp.Handler())
}

func h(r chi.Router, path string, f answer) {
	add(r, path, func(w http.ResponseWriter, r *http.Request) { _ = f(w, r) })
}

func add(r chi.Router, path string, handle http.HandlerFunc) {
	r.HandleFunc("/"+path, handle)
	r.HandleFunc("/"+path+".view", handle)
}

func resource(r chi.Router, prefix string) {
	r.Route(prefix, func(r chi.Router) {
		r.Get("/", list)
		r.Get("/{id}", list)
	})
}

func mount(r chi.Router, path string, child http.Handler) {
	r.Mount(path, child)
}

func tags() http.Handler {
	r := chi.NewRouter()
	r.Get("/{tag}", list)
	return r
}

// Nobody calls it, so nobody gives the path.
func unused(r chi.Router, path string) {
	r.Get(path, list)
}

func assets(r chi.Router, hash string, kinds []settings.Kind) {
	r.Get(fmt.Sprintf("/static/%s/app.css", settings.Hash()), list)
	for _, kind := range kinds {
		r.Route(fmt.Sprintf("/kinds/%s", kind.Name), func(r chi.Router) {
			r.Get("/add", list)
		})
	}
}

func based(root chi.Router) {
	root.Route(settings.BaseUri("/v2"), func(r chi.Router) {
		r.Get("/about", list)
	})
}
