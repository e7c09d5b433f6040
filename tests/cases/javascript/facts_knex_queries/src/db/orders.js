const knex = require('./connection')

function all() {
  return knex('orders').select('*')
}

module.exports = { all }
