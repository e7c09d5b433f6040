package broken

func fine() int { return other() }

func broken( {
	x :=
}

type after struct{ a int }

func other() int { return after{a: 1}.a }
