import { PrismaClient } from '@prisma/client'
import { pgTable, text } from 'drizzle-orm/pg-core'
import knexOf from 'knex'
import mongoose, { Schema } from 'mongoose'
import { DataTypes, Model, Sequelize } from 'sequelize'

export const users = pgTable('users', { name: text('name') })

const knex = knexOf({ client: 'pg' })
export const find = () => knex('orders as o').join('order_lines', 'o.id', 'order_id').where({ open: true })
export const up = () => knex.schema.createTable('parcels', () => {})

const sequelize = new Sequelize('sqlite::memory:')
sequelize.define('Country', { code: DataTypes.STRING })
class City extends Model {}
City.init({}, { sequelize, tableName: 'cities' })

const story = new Schema({ title: String }, { collection: 'tales' })
export const Story = mongoose.model('Story', story)
export const Reply = mongoose.model('Reply', new Schema({}))
mongoose.model('Story')

class Database extends PrismaClient {}
const prisma = new Database()
export const run = () => prisma.$transaction(async (tx) => [tx.orderItem.count(), prisma.user.findMany()])

const db = { users: new Map() }
db.users.get('x')
