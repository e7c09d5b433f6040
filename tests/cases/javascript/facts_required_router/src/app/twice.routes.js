module.exports = (app) => {
  // two routers by one name: which of them is used is not known
  var router = require("express").Router();
  router.get("/first", (req, res) => 1);
  router = require("express").Router();
  app.use("/second", router);
};
