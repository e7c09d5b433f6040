package cart_test

import "testing"

func TestAdd(t *testing.T) {
	tests := []struct {
		name string
		want int
	}{
		{name: "one", want: 1},
		{"two", 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { t.Log(tt.want) })
	}
}
