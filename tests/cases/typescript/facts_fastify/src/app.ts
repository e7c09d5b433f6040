import autoload from '@fastify/autoload'
import cors from '@fastify/cors'
import Fastify, { FastifyInstance } from 'fastify'
import path from 'node:path'

const app = Fastify({ logger: true })
app.register(cors)
app.register(users, { prefix: '/users' })
app.register(autoload, { dir: path.join(__dirname, 'routes'), options: { prefix: '/api' } })
app.register(async (inner) => {
  inner.register(async (deep) => deep.get('/leaf', show), { prefix: '/deep' })
}, { prefix: '/inner' })
app.addHook('onRequest', authenticate)
app.route({ method: ['GET', 'HEAD'], url: '/status', handler: show })

async function users(instance: FastifyInstance, options: object) {
  instance.get('/:id', { schema: {} }, show)
}

async function authenticate() {}
async function show() {}

const registry = { register(value: unknown, options: object) {} }
registry.register(show, { prefix: '/none' })
