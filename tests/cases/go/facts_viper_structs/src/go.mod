module example.com/shop

go 1.22

require github.com/spf13/viper v1.18.0
