//go:build race && !linux

package beta

const tagged = true
