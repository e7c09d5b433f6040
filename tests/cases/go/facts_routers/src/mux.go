package main

import (
	"net/http"

	"github.com/gorilla/mux"
)

func muxRoutes() {
	r := mux.NewRouter().StrictSlash(true)
	r.HandleFunc("/plain", show)
	r.HandleFunc("/books/{title}", show).Methods("GET", http.MethodPost).Name("book")
	r.Methods("PUT").Path("/books").HandlerFunc(show)
	sub := r.PathPrefix("/sub").Subrouter()
	sub.Use(logged)
	sub.Handle("/inner", logged(http.HandlerFunc(show))).Methods("DELETE")
}
