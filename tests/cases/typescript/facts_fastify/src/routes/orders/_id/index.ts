import { FastifyPluginAsync } from 'fastify'

const plugin: FastifyPluginAsync = async (fastify) => {
  fastify.delete('/lines', async (request) => request.log.warn({ id: 1 }, 'gone'))
}

export default plugin
