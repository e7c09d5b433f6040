import { merge } from 'lodash'
import { Model, Sequelize } from 'sequelize'
import { shared, sequelize } from './db'
import { Model as Doll } from './doll'

class Book extends Model {}
Book.init({ id: Sequelize.INTEGER }, merge({ sequelize, tableName: 'book', modelName: 'book' }, shared))

class Order extends Model {}
Order.init({}, { sequelize })

// what its table is called stands elsewhere
class Hidden extends Model {}
Hidden.init({}, shared)

class Puppet extends Doll {}
Puppet.init({}, { sequelize, tableName: 'puppets' })
