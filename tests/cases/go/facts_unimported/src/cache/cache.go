package cache

type Cache struct{}

func (c *Cache) Group(name string) *Cache { return c }

func (c *Cache) Use(name string) {}
