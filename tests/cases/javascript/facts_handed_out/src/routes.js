const express = require('express')
const Joi = require('joi')
const users = require('./users')
const other = require('not-here')

const schema = Joi.object({ PORT: Joi.number(), SECRET: Joi.string() }).unknown().required()
const body = Joi.object({ name: Joi.string() })
const { error, value } = Joi.validate(process.env, schema)

const router = express.Router()
router.route('/users').get(users.list).post((req, res, next) => next(Joi.validate(req.body, body)))
router.post('/users/new', users.add)
router.get('/none', users.none)
router.get('/other', other.list)

module.exports = router
