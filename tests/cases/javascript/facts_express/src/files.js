module.exports = make();

function make() {
  const router = require('express').Router();
  router.post('/upload', upload);
  return router;
}

function upload(req, res) {}
