package beta_test

import (
	"testing"

	beta "example.com/shop/alpha"
)

func helper() int { return 0 }

func TestOrder(t *testing.T) {
	o, err := beta.New()
	if err != nil {
		t.Fatal(err.Error())
	}
	_ = o.Total() + beta.Hidden().ID + helper()
}
