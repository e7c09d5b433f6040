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

	// not a log: a type of this program
	s.plain.Infof("not a log")
}
