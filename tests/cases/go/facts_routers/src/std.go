package main

import "net/http"

type registry struct{}

func (registry) HandleFunc(name string, handle func(http.ResponseWriter, *http.Request)) {}

func stdRoutes() {
	inner := http.NewServeMux()
	inner.HandleFunc("GET /orders/{id}", show)
	outer := http.NewServeMux()
	outer.Handle("/shop/", http.StripPrefix("/shop", inner))
	outer.HandleFunc("example.com/hosted", show)
	http.HandleFunc("/default", show)

	// not a route: somebody else's HandleFunc
	registry{}.HandleFunc("/no", show)
}
