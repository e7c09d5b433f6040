module.exports = async function (fastify, opts) {
  fastify.get('/', async function (request, reply) { return { root: true } })
  fastify.addHook('onRequest', async () => {})
}
