const Koa = require('koa')
const Router = require('@koa/router')

const app = new Koa()
const router = new Router({ prefix: '/api' })
router.get('list', '/orders', async (ctx) => {})
router.get('/lines', guard, async (ctx) => {})
router.use('/users', require('./users').routes())
app.use(router.routes()).use(router.allowedMethods())

async function guard(ctx, next) {}
