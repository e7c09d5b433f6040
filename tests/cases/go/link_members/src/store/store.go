package store

import "sync"

type Base struct {
	sync.Mutex
	ID   int
	Name string
}

func (b *Base) Save() error { return nil }

func (b Base) Label() string { return b.Name }

type Logger interface{ Log(string) }

type Headers map[string][]string

func (h Headers) Get(key string) string { return h[key][0] }

type Kind int

const (
	First Kind = iota
	Second
	third
)

func (k Kind) String() string { return "" }

type Visit func(*Base) (*Base, error)

func Open(name string) (*Base, error) { return nil, nil }

const Key = "key"
