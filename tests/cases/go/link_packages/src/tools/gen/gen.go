package gen

// Run is reached by the nested module's own path.
func Run() int { return 1 }
