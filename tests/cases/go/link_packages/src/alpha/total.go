package beta

// Total is a method in another file than its type.
func (o *Order) Total() int { return hidden().Next.ID + platform() + Limit }
