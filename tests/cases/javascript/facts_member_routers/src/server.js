const express = require('express')
const Orders = require('./routers/orders')

class Server {
  constructor(auth) {
    this.auth = auth
    this.orders = new Orders(this)
  }

  start() {
    const app = express()
    const router = express.Router()
    app.use(router)
    router.use('/api', this.auth.needed(), this.orders.router)
    router.get('/ping', (req, res) => res.sendStatus(200))
    router.all('*', (req, res) => res.sendStatus(404))
  }
}

module.exports = Server
