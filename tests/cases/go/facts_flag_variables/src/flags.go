package shop

import "github.com/urfave/cli/v2"

const cache = "SHOP_CACHE"

var flags = []cli.Flag{
	&cli.StringFlag{Name: "server", EnvVars: []string{"SHOP_SERVER", "SERVER"}},
	&cli.DurationFlag{Name: "cache", EnvVars: []string{cache}},
	&cli.BoolFlag{Name: "quiet"},
	&Flag{EnvVars: []string{"NOT_A_KEY"}},
}

type Flag struct {
	cli.Flag
	EnvVars []string
}
