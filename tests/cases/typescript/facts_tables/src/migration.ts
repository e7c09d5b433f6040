import { MigrationInterface, QueryRunner, Table } from 'typeorm'

export class CreateParcels implements MigrationInterface {
  async up(queryRunner: QueryRunner) {
    await queryRunner.createTable(new Table({ name: 'parcels' }), true)
  }
}
