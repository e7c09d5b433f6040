package literals

import "net/http"

type point struct{ x, y int }

type line struct{ from, to *point }

type names map[string]point

const x, key = 1, "k"

var (
	one    = point{x: x, y: 2}
	plain  = point{x, 2}
	nested = line{from: &point{x: x}, to: nil}
	list   = []point{{x: x}, {y: x}}
	refs   = [...]*point{x: {x: x}}
	table  = map[string]point{key: {x: x}}
	named  = names{key: {x: x}}
	byKey  = map[point]int{{x: x}: x}
	outer  = &http.Server{Addr: key}
	many   = http.Header{"a": {key}}
	inline = struct{ x int }{x: x}
)

func local(key string) names {
	return names{key: point{x: 1}}
}

func conversions(p *point, f func(int), fs []func(int), i int) {
	_ = (*point)(p)
	_ = string(key)
	_ = names(nil)
	_ = []byte(key)
	_ = http.HandlerFunc(nil)
	(*p).scale()
	fs[i](x)
	fs[x]()
	_ = new(point)
	_ = make(names, x)
}
