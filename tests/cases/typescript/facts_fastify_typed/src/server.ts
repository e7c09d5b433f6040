import path from 'node:path'
import AutoLoad from '@fastify/autoload'
import fastifyEnv from '@fastify/env'
import type { FastifyInstance } from 'fastify'
import other from './other'

const schema = {
  type: 'object',
  required: ['PORT'],
  properties: {
    PORT: { type: 'string' },
    LOG_LEVEL: { type: 'string' },
  },
}

const orders = { type: 'object', properties: { Number: { type: 'string' } } }

export default async function createServer(fastify: FastifyInstance) {
  await fastify.register(fastifyEnv, { schema })
  await fastify.register(other, { schema: orders })
  await fastify.register(AutoLoad, {
    dir: path.join(import.meta.dirname, 'routes'),
    dirNameRoutePrefix: false,
    options: { prefix: '/api' },
  })
}
