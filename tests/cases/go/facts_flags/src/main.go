package main

import (
	"context"

	unleash "github.com/Unleash/unleash-client-go/v4"
	"github.com/open-feature/go-sdk/openfeature"
)

type button struct{}

func (b button) IsEnabled(name string) bool { return name != "" }

func open(ctx context.Context) bool {
	client := openfeature.NewClient("shop")
	on, _ := client.BooleanValue(ctx, "fast-lane", false, openfeature.EvaluationContext{})
	return on && unleash.IsEnabled("new-basket") && button{}.IsEnabled("save")
}
