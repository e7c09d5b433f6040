package logging

type Logger interface {
	Info(format string, v ...any)
	Error(format string, v ...any)
}

type Diary interface {
	Info(text string)
}
