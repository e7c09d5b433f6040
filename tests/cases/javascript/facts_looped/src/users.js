const { Router } = require("express");

const router = Router();
router.get("/users", (request, response) => response.end());

module.exports = router;
