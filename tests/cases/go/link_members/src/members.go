package members

import "example.com/m/store"

type Wrapper struct {
	*store.Base
	store.Logger
	extra  map[string]*Item
	visit  store.Visit
	nested struct{ inner Item }
}

type Item struct {
	Wrapper
	Name string // hides the one two levels down
	next chan *Item
}

type twice struct {
	left
	right
}

type left struct{ same, only int }
type right struct{ same int }

type renamed store.Base
type alias = store.Base

func promoted(i *Item, t twice, r renamed, a *alias) {
	i.Save()
	i.Label()
	i.Log(i.Name)
	i.Lock()
	i.Base.Name = i.Wrapper.Base.Name
	i.nested.inner.Name = ""
	_ = t.only + t.left.same
	_ = t.same // ambiguous
	_ = r.ID
	r.Save() // methods do not come along
	a.Save()
}

func values(i *Item) {
	b, err := i.visit(i.Base)
	_, _ = b.ID, err.Error()
	for key, item := range i.extra {
		_ = item.next
		_ = key.Name
	}
	for item := range i.next {
		_ = item.Name
	}
	got := <-i.next
	_ = got.Name
	if found, ok := i.extra["a"]; ok {
		_ = found.Name
	}
	select {
	case received := <-i.next:
		_ = received.Name
	}
	save, label := i.Save, store.Base.Label
	_ = save().Error()
	_ = label(*i.Base)
	opened, err := store.Open("x")
	_ = opened.Label()
	func(p *store.Base) { p.Save() }(opened)
	made := append([]*Item{}, new(Item))[0]
	_ = made.Name
	_ = (&Item{}).Name
	_ = [...]Item{{Name: "x"}}[0].Name
}

func narrowed(v any) {
	switch x := v.(type) {
	case *Item:
		_ = x.Name
	case store.Headers, *store.Base:
		_ = x.Get
	case interface{ Unwrap() error }:
		_ = x.Unwrap()
	default:
		_ = x.Name
	}
	if item, ok := v.(*Item); ok {
		_ = item.Name
	}
	v.Name()
}

func literals(Name string) {
	_ = Item{Name: Name, Wrapper: Wrapper{extra: map[string]*Item{store.Key: {Name: "x"}}}}
	_ = store.Headers{limit: {"a"}, Name: nil}
	_ = []store.Base{{ID: 1}, {Name: "x"}}
	_ = map[store.Base]*store.Base{{ID: 1}: {ID: 2}}
	_ = store.Headers{}.Get(limit)
	rows := []struct {
		want *Item
		Name string
	}{{want: &Item{Name: "x"}, Name: "y"}}
	for _, row := range rows {
		_ = row.want.Name + row.Name
	}
	_ = store.First.String() + store.Second.String() + store.Kind(3).String()
}

const limit = "limit"

func shadowed(store Item) {
	_ = store.Name
	_ = store.Open
}
