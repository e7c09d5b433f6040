function knex(name) {
  return name
}

module.exports = knex('not_a_table')
