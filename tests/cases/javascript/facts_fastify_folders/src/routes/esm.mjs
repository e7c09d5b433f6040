export const autoPrefix = '/_esm'
export default async function (fastify, opts) {
  fastify.get('/x', handle)
}
async function handle () {}
