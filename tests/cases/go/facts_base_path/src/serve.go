package api

import "github.com/go-chi/chi/v5"

type Options struct { BaseURL string; BaseRouter chi.Router }

func Serve(options Options) {
	r := options.BaseRouter
	if r == nil { r = chi.NewRouter() }
	r.Group(func(r chi.Router) {
		r.Get(options.BaseURL+"/users/current", show)
	})
	r.Get("/x/"+options.BaseURL, show)
	r.Get(options.Name+"/y", show)
}
func HandlerFromMux(r chi.Router) { Serve(Options{BaseRouter: r}) }
