package settings

var MetricsPath string
