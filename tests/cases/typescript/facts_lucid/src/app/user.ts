import { compose } from '@adonisjs/core/helpers'
import { BaseModel, column } from '@adonisjs/lucid/orm'
import db from '@adonisjs/lucid/services/db'
import { withAuthFinder } from '@adonisjs/auth/mixins/lucid'
import { BaseModel as Doll } from './doll.js'

const AuthFinder = withAuthFinder(() => hash, {})

class Base extends BaseModel {}

export default class User extends compose(BaseModel, AuthFinder) {
  @column()
  declare email: string
}

export class OrderLine extends Base {
  @column()
  declare id: number
}

export class Entry extends BaseModel {
  static table = 'journal'

  @column()
  declare id: number
}

export class Puppet extends Doll {
  size = 3
}

export async function count(doll: Doll) {
  doll.from('nothing')
  return db.from('order_lines').count('*')
}
