package scopes

import "net/url"

const limit = 1

var state, err = 0, error(nil)

type shape struct{ limit int }

func parameterHides(limit int, url *url.URL) int { return limit + url.Port }

func bindsAfter() int {
	before := limit
	limit := limit + before
	url, err := url.Parse("x")
	return limit + url.Len + err
}

func blocks() {
	if state := limit; state > 0 {
		_ = state
	} else if err := load(state); err != nil {
		_ = err
	}
	for state := 0; state < limit; state++ {
		err := state
		_ = err
	}
	state = 1
	err, other := load(state), limit
	_ = other
	_ = err
}

func clauses(v any, ch chan int) {
	switch v := v.(type) {
	case int, *shape:
		limit := v
		_ = limit
	case nil:
		_ = limit
	}
	switch limit := state; limit {
	case 1:
		state := limit
		_ = state
	default:
		_ = state
	}
	select {
	case limit, ok := <-ch:
		_, _ = limit, ok
	case state = <-ch:
	case ch <- limit:
	}
}

func ranges(rows []int) {
	for limit, state := range rows {
		_, _ = limit, state
	}
	for state = range limit {
	}
	for range state {
	}
}

func labels() {
limit:
	for {
		continue limit
	}
	goto limit
}

func closures() func() int {
	var state int
	next := func(err int) (limit int) {
		state += err
		limit = state
		return limit
	}
	func() { state = limit }()
	return func() int { return next(limit) }
}

func declared() {
	var limit, x shape = shape{limit: limit}, shape{limit}
	const state = state
	type url struct{ err error }
	_ = url{err: x.limit}
	defer load(state)
}

func load(n int) error { return nil }

func writes(s *shape, rows []int, p *int) {
	s.limit = limit
	s.limit++
	rows[limit] = state
	*p = state
	state, rows[0] = rows[0], limit
	state += limit
}
