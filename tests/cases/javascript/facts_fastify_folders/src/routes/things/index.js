module.exports = async (fastify, opts) => {
  fastify.get('/', async function (request, reply) { return [] })
  fastify.route({ method: 'PUT', path: '/:id', handler: onPut })
  async function onPut (req) { fastify.log.info('x'); return 1 }
}
