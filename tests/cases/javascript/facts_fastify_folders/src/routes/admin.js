async function admin (fastify, opts) {
  fastify.register(inner, { prefix: '/inner' })
  fastify.route({ method: ['POST', 'GET'], url: '/login', handler: onPut })
  async function onPut (req) { req.log.warn('y'); throw fastify.httpErrors.notFound('no') }
}
async function inner (instance) { instance.get('/deep', async () => 1) }
module.exports = admin
module.exports.autoPrefix = '/_app'
