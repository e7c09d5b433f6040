const express = require("express");

const app = express();

process.env.WRITTEN = "1";
const port = process.env.PORT || 3000;

app.get(/^\/(?!api)/, (req, res) => res.send("page"));
app.get("/orders", (req, res) => {
  const prefix = "/local";
  app.get(prefix + "/x", order);
});

function order(error, kind) {
  if (kind === 1) throw error || new TypeError("none");
  if (kind === 2) throw error instanceof RangeError ? error : new Error("other");
  throw kind ? new URIError("a") : new EvalError("b");
}

const cache = new Map();
cache.get(/^\/no/);
