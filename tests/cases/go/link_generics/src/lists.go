package lists

import (
	"iter"
	"slices"
	"sync/atomic"
)

type Node[K comparable, V any] struct {
	Key   K
	Value V
	next  *Node[K, V]
}

func (n *Node[A, B]) Next() *Node[A, B] { return n.next }

func (n *Node[A, B]) Get() (A, B) { return n.Key, n.Value }

func (n *Node[A, B]) All() iter.Seq2[A, B] { return nil }

type Tree[V fmtter] struct {
	Node[string, V]
	root atomic.Pointer[V]
}

func (t *Tree[V]) Format() string { return t.Value.Format() + (*t.root.Load()).Format() }

type fmtter interface{ Format() string }

type User struct{ Name string }

func (u *User) Format() string { return u.Name }

type Users []*User
