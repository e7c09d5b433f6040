const Koa = require('koa');
const Router = require('@koa/router');
const mount = require('koa-mount');
const bodyParser = require('koa-bodyparser');

const api = new Koa();
const router = new Router({ prefix: '/api' });
const orders = new Router();

orders.prefix('/orders');
orders.get('/', list).del('/:id', list);
router.use('/v2', orders.routes(), orders.allowedMethods());
router.all('/any', list);
api.use(bodyParser()).use(router.routes());

const app = new Koa();
app.use(mount('/shop', api));
app.use(async (ctx, next) => next());

function list(ctx) {}

class Box { use(thing) {} get(path, handler) {} }
new Box().use(list);
new Box().get('/box', list);
