package data

import (
	"database/sql"

	"github.com/google/wire"
	"go.uber.org/fx"
	"gorm.io/gorm"
)

type Category struct {
	gorm.Model
	Title string
}

type APIKey struct{ ID uint }

type Person struct{ ID uint }

func (Person) TableName() string { return "crew" }

type Store interface{ Save() error }

type sqlStore struct{}

func (*sqlStore) Save() error { return nil }

func NewStore() *sqlStore { return nil }

func migrate(db *gorm.DB, raw *sql.DB) {
	db.AutoMigrate(&Category{}, new(APIKey), &Person{})
	db.Table("audit AS a").Where("id = ?", 1)
	raw.Query("SELECT id FROM orders o JOIN customers c ON c.id = o.customer")
	raw.Exec(`
		UPDATE stock SET left_over = 0`)

	raw.Query(`
		SELECT id, COUNT(*) OVER ()
		FROM parcels
		WHERE ` + clause(1) + `
		ORDER BY id ASC
		` + clause(2))

	// not SQL
	raw.Query("Select one of the boxes from the shelf")
}

func clause(place int) string { return "" }

var set = wire.NewSet(NewStore, wire.Bind(new(Store), new(*sqlStore)))

func app() *fx.App {
	return fx.New(fx.Provide(NewStore), fx.Invoke(migrate))
}
