import { Entity, EntitySchema, JoinTable, ManyToMany, QueryRunner } from 'typeorm'
import { Model, Table } from 'sequelize-typescript'
import { Schema } from '@nestjs/mongoose'
import { Entity as Other } from './other'

@Entity()
export class OrderLine {
  @ManyToMany(() => OrderLine)
  @JoinTable({ name: 'line_to_line' })
  others: OrderLine[]
}

@Entity({ name: 'people', schema: 'hr' })
export class Person {}

@Other('not_a_table')
export class NotATable {}

@Table({ tableName: 'teams' })
export class Team extends Model {}

@Table
export class Category extends Model {}

@Schema({ collection: 'cats' })
export class Cat {}

@Schema()
export class Mouse {}

export const schema = new EntitySchema({ name: 'Visit', tableName: 'visits' })

export class Migration {
  async up(runner: QueryRunner) {
    await runner.dropTable('invoices')
    await runner.query(`ALTER TABLE "invoices" DROP CONSTRAINT "fk_one"`)
    await runner.query('update the list of invoices')
  }
}
