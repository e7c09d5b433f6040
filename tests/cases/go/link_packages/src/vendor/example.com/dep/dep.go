package dep

func Do() {}
