package beta

var Hidden = hidden

func helper() bool { return tagged }
