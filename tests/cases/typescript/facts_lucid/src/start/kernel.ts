import router from '@adonisjs/core/services/router'
import server from '@adonisjs/core/services/server'
import kettle from './kettle.js'
import env from '#start/env'

server.use([
  () => import('#middleware/container_bindings'),
  () => import('@adonisjs/cors/cors_middleware'),
])
router.use([() => import('@adonisjs/core/bodyparser_middleware')])
kettle.use([() => import('#middleware/no')])

export const port = env.get('PORT')
export const other = kettle.get('NO')
