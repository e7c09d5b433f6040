package graph

import "context"

type queryResolver struct{}

type mutationResolver struct{}

type orderLoader struct{}

func (r *queryResolver) Orders(ctx context.Context) ([]string, error) {
	return nil, nil
}

func (r *mutationResolver) CreateOrder(ctx context.Context, name string) (string, error) {
	return name, nil
}

func (l *orderLoader) Orders(ctx context.Context) []string {
	return nil
}
