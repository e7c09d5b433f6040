package shop

import (
	"go.uber.org/zap"
	"gorm.io/gorm"
)

var shared, _ = zap.NewDevelopment()

func start() {
	logger, err := zap.NewProduction()
	if err != nil {
		return
	}
	logger.Info("started")
	logger.Sugar().Warnf("late by %d", 3)
	shared.Error("shared")
}

func open() {
	db, _ := gorm.Open(nil, &gorm.Config{})
	db.Table("orders").Find(nil)
}

type diary struct{}

func newDiary() (*diary, error) { return &diary{}, nil }

func (d *diary) Info(text string) {}

func own() {
	book, _ := newDiary()
	book.Info("no log")
}
