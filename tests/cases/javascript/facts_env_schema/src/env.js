const { cleanEnv, num, str } = require('envalid')
const { check } = require('./check')

const spec = { PORT: num({ default: 3000 }), HOST: str() }
const envVars = { NOT_A_KEY: str() }

module.exports = cleanEnv(process.env, spec)
check(envVars)
