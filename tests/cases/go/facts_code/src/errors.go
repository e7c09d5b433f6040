package code

import (
	"errors"
	"fmt"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

var ErrGone = errors.New("gone")

type StoreError struct{ Key string }

func (e *StoreError) Error() string { return e.Key }

type finder struct{}

func (finder) New(name string) error { return nil }

func find(key string) (string, error) {
	switch key {
	case "":
		return "", errors.New("no key")
	case "a":
		return "", ErrGone
	case "b":
		return "", &StoreError{Key: key}
	case "c":
		return "", status.Errorf(codes.NotFound, "no %s", key)
	}
	if err := load(); err != nil {
		return "", fmt.Errorf("load %s: %w", key, err)
	}
	// not errors: a method that is called New, and a value that is handed on
	err := finder{}.New("x")
	return key, err
}

func load() error {
	panic(fmt.Sprintf("not %d yet", 1))
}
