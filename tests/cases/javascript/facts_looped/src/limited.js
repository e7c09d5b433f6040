const { Router } = require("express");

const router = Router();
router.get("/limited", (request, response) => response.end());

module.exports = router;
