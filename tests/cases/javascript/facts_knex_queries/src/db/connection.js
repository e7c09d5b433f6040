module.exports = require('knex')({ client: 'pg' })
