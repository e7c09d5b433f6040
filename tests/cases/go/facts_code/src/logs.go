package code

import (
	"context"
	"log"
	"log/slog"

	"github.com/rs/zerolog"
	zlog "github.com/rs/zerolog/log"
	"github.com/sirupsen/logrus"
	"go.uber.org/zap"
)

type service struct {
	zap   *zap.SugaredLogger
	zero  zerolog.Logger
	plain printer
	log   Logger
}

// Logger is the program's own.
type Logger interface {
	Infof(text string, values ...any)
	Error(ctx context.Context, text string)
}

type printer struct{}

func (printer) Infof(text string, values ...any) {}

func (s *service) run(ctx context.Context) {
	log.Printf("[WARN] %d left", 3)
	log.Fatalln("no way on")
	slog.Info("started", "port", 80)
	slog.With("a", 1).WarnContext(ctx, "slow")
	slog.Log(ctx, slog.LevelError, "by level")
	s.zap.Infow("order made", "id", 7)
	s.zero.Error().Str("k", "v").Msg("zero failed")
	zlog.Debug().Msgf("zero %s", "x")
	logrus.WithField("a", 1).Warnf("rus %d", 2)

	// loggers of this program
	s.log.Infof("order %d made", 7)
	s.log.Error(ctx, "no order")
	var appLogger Logger = s.log
	appLogger.Infof("up")

	// not a log: what begins a chain of the program's own
	var log ownChain
	log.Error().Send()

	// not a log: a type of this program
	s.plain.Infof("not a log")
	var catalog = s.plain
	catalog.Infof("not a log either")
}

type ownChain struct{}

func (c ownChain) Error() ownChain { return c }

func (ownChain) Send() {}
