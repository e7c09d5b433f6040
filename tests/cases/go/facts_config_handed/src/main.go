package main

import (
	"os"
	"strconv"
)

func getEnv(key, fallback string) string {
	if value, ok := os.LookupEnv(key); ok {
		return value
	}
	return fallback
}

func getInt(key string, fallback int) int {
	number, err := strconv.Atoi(getEnv(key, ""))
	if err != nil {
		return fallback
	}
	return number
}

func header(name string) string {
	return "X-" + name
}

func main() {
	println(getEnv("SERVER_ADDRESS", ":8080"))
	println(getInt("WORKERS", 4))
	println(header("REQUEST_ID"))
}
