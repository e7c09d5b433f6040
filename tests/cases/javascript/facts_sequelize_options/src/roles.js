import { Sequelize } from 'sequelize'
import { link } from './doll'

export function associate(db) {
  db.role.belongsToMany(db.user, { through: 'user_roles' })
  db.user.belongsToMany(db.role, { through: db.userRole })
  link(db.user, { through: 'nothing' })
  if (!db.user) {
    throw { message: 'no users', status: 405 }
  }
}
