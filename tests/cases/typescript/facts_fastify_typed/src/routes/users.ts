import { keep } from '../other'

// a type that a .d.ts makes for all files: nothing here says where it comes from
export default async function users(fastify: FastifyRouteInstance) {
  fastify.withTypeProvider<TypeBoxTypeProvider>().route({
    method: 'DELETE',
    url: '/v1/users/:id',
    handler: async () => null,
  })
  fastify.withTypeProvider<TypeBoxTypeProvider>().get('/v1/users', async () => [])
  fastify.graphql.defineResolvers({
    Mutation: { putUser: async () => null },
  })
  keep.route({ method: 'GET', url: '/no', handler: async () => null })
}
