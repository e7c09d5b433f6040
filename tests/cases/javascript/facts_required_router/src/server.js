const express = require("express");
const app = express();
require("./app/tutorial.routes.js")(app);
require("./app/other.routes.js")(app);
require("./app/twice.routes.js")(app);
app.listen(8080);
