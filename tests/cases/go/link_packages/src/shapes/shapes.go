package shapes

type Point struct{ X, Y int }

func (p Point) Len() int { return p.X }

var Origin = Point{}
