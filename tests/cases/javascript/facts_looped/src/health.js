const { Router } = require("express");

const router = Router();
router.get("/health", (request, response) => response.end());

module.exports = router;
