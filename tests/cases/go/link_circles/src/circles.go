package circles

// What runs in a circle is no valid Go; it must end all the same.
type self self
type one two
type two one
type alias = other
type other = alias
type list []list
type tree map[string]tree
type call func() call
type embedded struct{ *embedded }
type left struct{ *right }
type right struct{ *left }
type inner interface{ inner }

func bound[T T](x T) { x.field() }

func bounds[T U, U T](x T, y U) { x.field(y.field) }

func shape[T ~[]T](x T) { x[0][0].field() }

func use(a self, b one, c alias, d list, e tree, f call, g embedded, h left, i inner) {
	a.field()
	b.field()
	c.field()
	d[0][0].field()
	e["x"]["y"].field()
	f()()().field()
	g.embedded.embedded.field()
	h.right.left.right.field()
	i.field()
	x := x
	y, z := z, y
	x.field()
	y.field(z.field)
}

var loop = loop.field

var first, second = second.field, first.field
