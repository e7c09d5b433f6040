package code

import (
	"context"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/nats-io/nats.go"
	"github.com/robfig/cron/v3"
	"github.com/spf13/cobra"
)

const base = "https://api.example.com"

var serve = &cobra.Command{
	Use:   "serve [flags]",
	Short: "Serve requests",
	RunE:  runServe,
}

func runServe(cmd *cobra.Command, args []string) error {
	c := cron.New()
	c.AddFunc("@every 1h", tick)
	nc, _ := nats.Connect("nats://localhost")
	nc.Publish("orders.made", nil)
	return retry.Do(call, retry.Attempts(5), retry.Delay(2*time.Second))
}

func call() error {
	if _, err := http.Get(base + "/status"); err != nil {
		return err
	}
	_, err := http.NewRequestWithContext(context.Background(), http.MethodPost, base+"/orders", nil)
	return err
}

func tick() {}
