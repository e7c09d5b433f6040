const express = require("express");
const rateLimit = require("express-rate-limit");
const config = require("config");
const users = require("./users");
const tags = require("./tags");
const health = require("./health");

const app = express();
const limiter = rateLimit();
const baseUrl = config.get("baseUrl");
const routers = [users, tags];

routers.forEach((router) => app.use(baseUrl, router));
for (const router of [health]) {
  app.use("/internal", router);
}
// The first of these is no path.
app.use(limiter, require("./limited"));

for (const path of ["/a", "/b"]) {
  app.get(path, (request, response) => response.end());
}

function page(path, view) {
  app.get("/pages" + path, (request, response) => response.render(view));
}
page("/about", "about");
page("/terms", "terms");

// A map is no application.
const cache = new Map();
for (const key of ["/x", "/y"]) {
  cache.get(key, () => {});
}
