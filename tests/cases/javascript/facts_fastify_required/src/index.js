'use strict'

module.exports = async function (fastify, opts) {
  fastify.register(require('@fastify/cors'))
  fastify.register(require('./orders'), { prefix: '/api/orders' })
}
