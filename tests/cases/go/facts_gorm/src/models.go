package shop

type Base struct {
	ID uint `gorm:"primaryKey"`
}

// told here, since it is written
type Order struct {
	Base
	Total int
}

// told here, since its base has columns
type OrderLine struct {
	Base
	Count int
}

type Customer struct {
	ID   uint
	Name string
}

func (Customer) TableName() string { return "people" }

// not a table: a view of one
type OrderTotal struct {
	ID    uint
	Total int
}

type memory struct{}

func (memory) Create(value any) {}

// not a table: kept in memory
type Note struct{ ID uint }
