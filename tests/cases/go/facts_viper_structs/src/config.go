package config

import "github.com/spf13/viper"

type Database struct {
	Host string `mapstructure:"host"`
	Port int    `mapstructure:"port"`
}

type Config struct {
	Address  string   `mapstructure:"SERVER_ADDRESS"`
	Database Database `mapstructure:"database"`
	Hidden   string   `json:"hidden"`
}

func Load(path string) (config Config, err error) {
	viper.AddConfigPath(path)
	viper.AutomaticEnv()
	err = viper.Unmarshal(&config)
	return
}
