module shop

go 1.22

require github.com/urfave/cli/v2 v2.27.0
require github.com/urfave/cli/v3 v3.0.0
