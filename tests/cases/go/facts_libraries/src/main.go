package main

import (
	"github.com/cenkalti/backoff/v4"
	"github.com/jmoiron/sqlx"
	"github.com/kelseyhightower/envconfig"
	"github.com/segmentio/kafka-go"
	"go.uber.org/dig"
)

type Settings struct {
	Port  int    `envconfig:"PORT"`
	Token string `envconfig:"API_TOKEN" required:"true"`
}

type Own struct{}

func (o Own) Provide(v any) {}

func NewOrders() *Own { return &Own{} }

func main() {
	var settings Settings
	envconfig.Process("", &settings)
	container := dig.New()
	container.Provide(NewOrders)
	Own{}.Provide(NewOrders)
	backoff.Retry(pay, backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 4))
	writer := kafka.Writer{Topic: "orders"}
	_ = writer
}

func pay() error { return nil }

func load(db *sqlx.DB) {
	var orders []Own
	db.Select(&orders, "SELECT id FROM orders WHERE paid = ?", true)
	println("select one from the list")
}
