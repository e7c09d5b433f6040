package lists

import "slices"

func Map[T, U any](items []T, convert func(T) U) []U { return nil }

func First[S ~[]E, E any](items S) E { return items[0] }

func Keep[T any](items ...T) T { return items[0] }

func Each[T any](seq func(yield func(T) bool)) T { return nil }

func toNode(u *User) *Node[string, *User] { return nil }

func use(n *Node[string, *User], t *Tree[*User], users Users) {
	n.Next().Next().Value.Format()
	_, user := n.Get()
	_ = user.Name
	for _, u := range n.All() {
		_ = u.Name
	}
	_ = t.Value.Name + t.Next().Value.Name
	_ = t.root.Load().Name
	_ = Map(users, toNode)[0].Value.Name
	_ = Map([]*User{}, func(u *User) *Tree[*User] { return nil })[0].root
	_ = Map[int, User](nil, nil)[0].Name
	_ = First(users).Name
	_ = Keep(user, user).Name
	_ = Keep(users...).Name
	_ = slices.Clone(users)[0].Name
	slices.SortFunc(users, func(a, b *User) int { return len(a.Name) - len(b.Name) })
	for _, u := range slices.Backward(users) {
		_ = u.Name
	}
	_ = Each(func(yield func(*User) bool) {}).Name
	_ = Map(unknown(), toNode)[0].Value.Name
	_ = First(unknown()).Name
}
