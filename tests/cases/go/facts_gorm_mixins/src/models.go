package shop

import (
	"time"

	"gorm.io/gorm"
)

type Keyed struct {
	ID int `gorm:"primaryKey;autoIncrement"`
}

type Signed struct {
	CreateBy int       `gorm:"index"`
	At       time.Time `gorm:"index"`
}

type Order struct {
	Keyed
	Signed
	Title string
}

type Invoice struct {
	Number string `gorm:"size:20"`
	Signed
}

// what comes with a request, and is no table
type OrderRequest struct {
	Title string `json:"title"`
	Signed
}

type Storage struct {
	ID   int    `gorm:"primaryKey"`
	Path string `gorm:"unique"`
}

// what works with a row, and is none
type Driver struct {
	Storage
	client string
}

func Migrate(db *gorm.DB) {
	db.AutoMigrate(new(Storage))
}

func Save(db *gorm.DB, order *Order) {
	db.Create(order)
}
