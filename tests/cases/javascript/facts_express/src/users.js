const { Router } = require('express');
const router = Router();
const controller = { show(req, res) {} };

router.get('/', (req, res) => res.send([]));
router
  .route('/:id')
  .get(controller.show)
  .delete(remove);

function remove(req, res) {}

module.exports = router;
