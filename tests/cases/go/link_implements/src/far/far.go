package far

type Named interface{ Name() string }

type door struct{}

func (door) seal() {}
