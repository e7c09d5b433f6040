package data

import (
	"os"

	"github.com/caarlos0/env/v11"
	"github.com/spf13/viper"
)

const tokenKey = "API_TOKEN"

type Settings struct {
	Port int    `env:"PORT" envDefault:"80"`
	Name string `json:"name"`
	DB   struct {
		Host string `env:"HOST,required"`
	} `envPrefix:"DB_"`
	Mail Mail `envPrefix:"MAIL_"`
}

type Mail struct {
	From string `env:"FROM"`
}

type store map[string]string

func (s store) GetString(key string) string { return s[key] }

func load() Settings {
	var settings Settings
	_ = env.Parse(&settings)
	os.Getenv(tokenKey)
	_, _ = os.LookupEnv("HOME_" + "DIR")
	viper.SetDefault("log.level", "info")
	v := viper.New()
	v.GetInt("cache.size")

	// not a key: a map of this program
	store{}.GetString("no.key")
	return settings
}
