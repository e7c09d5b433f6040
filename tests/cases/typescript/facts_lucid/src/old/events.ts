import Env from '@ioc:Adonis/Core/Env'
import Server from '@ioc:Adonis/Core/Server'
import Config from '@ioc:Adonis/Core/Config'
import Database from '@ioc:Adonis/Lucid/Database'

export default Env.rules({ HOST: Env.schema.string() })
Server.middleware.register([() => import('@ioc:Adonis/Core/BodyParser')])

export const url = Env.get('APP_URL', '')
export const from = Config.get('mail.from')
export const rows = Database.from('workspaces')
