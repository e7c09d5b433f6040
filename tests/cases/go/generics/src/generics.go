package generics

type Number interface {
	~int | ~float64
	comparable
}

type List[T any] struct {
	head *node[T]
	size int
}

type node[T any] struct {
	value T
	next  *node[T]
}

type Set[S ~[]E, E Number] map[E]S

func (l *List[U]) Push(value U) *List[U] {
	l.head = &node[U]{value: value, next: l.head}
	return l
}

func (n *node[_]) last() bool { return n.next == nil }

func Map[T, U any](items []T, convert func(T) U) (out []U) {
	for _, item := range items {
		out = append(out, convert(item))
	}
	return out
}

func zero[T any]() (t T) { return t }

func use(T int) {
	_ = Map[int, string](nil, nil)
	_ = zero[*List[int]]()
	_ = zero[Number]()
	_ = List[int]{size: T}
	_ = List[node[int]](nil)
	f := Map[int, int]
	f(nil, nil)
}
