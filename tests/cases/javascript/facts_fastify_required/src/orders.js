'use strict'

module.exports = async function orders(fastify, opts) {
  fastify.route({ method: 'GET', url: '/', handler: list })
  fastify.post('/:id/pay', { schema: {} }, pay)

  async function list() {
    return []
  }

  async function pay() {
    return {}
  }
}
