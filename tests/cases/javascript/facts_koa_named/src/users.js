const Router = require('@koa/router')

const router = new Router()
router.put('/:name', async (ctx) => {})
module.exports = router
