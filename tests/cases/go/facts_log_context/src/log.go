package shop

import (
	"github.com/rs/zerolog"
	"github.com/rs/zerolog/log"
)

type builder struct{}

func (b builder) With() builder           { return b }
func (b builder) Str(k, v string) builder { return b }
func (b builder) Logger() builder         { return b }
func (b builder) Debug() builder          { return b }
func (b builder) Msg(text string)         {}

func Work(base zerolog.Logger, own builder) {
	logger := log.With().Str("repo", "x").Int("number", 1).Logger()
	logger.Debug().Msg("received")
	inner := base.With().Str("step", "y").Logger()
	inner.Error().Err(nil).Msg("failed")
	other := own.With().Str("step", "y").Logger()
	other.Debug().Msg("no log of zerolog")
}
