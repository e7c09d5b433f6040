const fp = require('fastify-plugin')
module.exports = fp(async function (fastify, opts) { fastify.decorate('x', 1); fastify.get('/health', async () => 'ok') })
