package imports

import "fmt"
import (
	_ "embed"
	str "strings"

	"github.com/mattn/go-isatty"
	. "math"
	`github.com/x/y/v2`
	"gopkg.in/yaml.v3"
)

func uses(fmt fmt.Stringer) {
	fmt.String()
	str.ToUpper("x")
	yaml.Marshal(y.Z{A: isatty.IsTerminal(Pi)})
}

func shadows() {
	yaml := yaml.New()
	yaml.Close()
	var y *y.Z
	y.Do()
}
