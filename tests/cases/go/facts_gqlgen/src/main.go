package main

import "github.com/99designs/gqlgen/graphql/handler"

func main() {
	handler.NewDefaultServer(nil)
}
