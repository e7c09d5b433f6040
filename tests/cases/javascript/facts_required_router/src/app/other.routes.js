const express = require("express");
module.exports = (app) => {
  const router = express.Router();
  router.get("/x", (req, res) => 1);
  app.use('/api/other', router);
};
