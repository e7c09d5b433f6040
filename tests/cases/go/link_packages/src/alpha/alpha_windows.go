package beta

func platform() int { return 2 }
