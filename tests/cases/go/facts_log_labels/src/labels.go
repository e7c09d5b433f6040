package shop

import (
	"log"
	"log/slog"

	"github.com/golang/glog"
	"github.com/rs/zerolog"
	"go.uber.org/zap"
	"k8s.io/klog/v2"
)

func tell(z *zap.Logger, zero zerolog.Logger) {
	log.Printf("log %d", 1)
	slog.Info("slog")
	z.Info("zap")
	zero.Info().Msg("zerolog")
	klog.Infof("klog %d", 1)
	klog.V(2).Info("klog verbose")
	glog.Infof("glog %d", 1)
	glog.V(2).Info("glog verbose")
}
