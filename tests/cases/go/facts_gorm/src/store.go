package shop

import (
	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

func open() *gorm.DB {
	db, _ := gorm.Open(nil, &gorm.Config{
		NamingStrategy: schema.NamingStrategy{TablePrefix: "shop_", SingularTable: true},
	})
	return db
}

func add(db *gorm.DB, order *Order) error {
	return db.Create(order).Error
}

func lines(db *gorm.DB, id uint) ([]OrderLine, error) {
	var found []OrderLine
	err := db.Where("order_id = ?", id).Order("id").Find(&found).Error
	return found, err
}

func rename(db *gorm.DB, id uint, name string) {
	db.Save(&Customer{ID: id, Name: name})
	db.Delete(&Customer{}, id)
}

func totals(db *gorm.DB) []OrderTotal {
	var found []OrderTotal
	db.Model(&Order{}).Select("id, total").Find(&found)
	var one OrderTotal
	db.First(&one)
	memory{}.Create(&Note{})
	return found
}
