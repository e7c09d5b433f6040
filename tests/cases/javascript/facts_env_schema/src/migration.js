exports.up = async function (knex) {
  await knex.schema.alterTable('orders', (table) => table.string('note'))
  await knex.transaction(async (trx) => trx.schema.createTable('lines', () => null))
}

function refused(error) {
  return new RangeError(error)
}

exports.down = async function (shelf) {
  shelf.alterTable('not_a_table')
  throw refused('never')
}
