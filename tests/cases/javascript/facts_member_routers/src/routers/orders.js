const express = require('express')

class Orders {
  constructor(server) {
    this.auth = server.auth
    this.router = express()
    this.init()
  }

  init() {
    this.router.get('/orders', (req, res) => res.json([]))
  }
}

module.exports = Orders
