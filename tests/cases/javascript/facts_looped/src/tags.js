const { Router } = require("express");

const router = Router();
router.get("/tags", (request, response) => response.end());

module.exports = router;
