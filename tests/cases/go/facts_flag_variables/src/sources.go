package shop

import "github.com/urfave/cli/v3"

type source struct{}

func (source) EnvVars(names ...string) []string { return names }

func Sources(own source) []cli.Flag {
	own.EnvVars("NOT_A_KEY_EITHER")
	return []cli.Flag{
		&cli.StringFlag{Name: "level", Sources: cli.EnvVars("SHOP_LEVEL", "LEVEL")},
	}
}
