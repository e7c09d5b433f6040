exports.seed = (knex) => knex('lines').del()
