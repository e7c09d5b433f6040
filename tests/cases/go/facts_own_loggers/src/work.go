package shop

import "shop/logging"

type Work struct {
	l logging.Logger
	d logging.Diary
}

func (w *Work) Run(l logging.Logger) {
	l.Info("begun %s", "now")
	w.l.Error("failed: %s", "why")
	w.d.Info("no log")
}
