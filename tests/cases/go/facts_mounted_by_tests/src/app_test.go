package shop

import (
	"testing"

	"github.com/go-chi/chi/v5"
)

func TestOrders(t *testing.T) {
	r := chi.NewRouter()
	r.Mount("/", orders())
	r.Mount("/spares", spare())
	fill(r)
	r.Get("/of-the-test", list)
}
