const express = require('express')
const app = express()
app.use(require('response-time')())
app.use(require('helmet'))
