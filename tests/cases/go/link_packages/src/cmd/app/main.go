package main

import (
	"fmt"
	"strings"

	"example.com/dep"
	_ "example.com/shop/alpha"
	"example.com/shop/alpha"
	"example.com/shop/generated"
	. "example.com/shop/shapes"
	other "example.com/shop/shapes"
	"example.com/shop/tools/gen"
	"example.com/shop2/shapes"
)

func main() {
	o, _ := beta.New()
	o.Next.Total()
	fmt.Println(Origin.Len(), Point{X: beta.Limit}.Y, other.Origin.X, gen.Run())
	// What is not there, not in the repository, or vendored is not bound to what has its name.
	generated.New().Total()
	shapes.Origin.Len()
	dep.Do()
	strings.New()
	var b strings.Builder
	b.Len()
	Total()
	beta.Missing()
}
