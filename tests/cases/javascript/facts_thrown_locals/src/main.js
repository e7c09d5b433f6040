const { StatusError } = require('./errors')

function find(id) {
  const error = new StatusError('missing')
  error.status = 404
  if (id) throw error
  const other = id === 0 ? new TypeError('zero') : new RangeError('below')
  throw other
}

function later(run) {
  let failure
  failure = new Error('late')
  try {
    run()
  } catch (failure) {
    throw failure
  }
  throw failure
}

function unknown(run, given) {
  const failed = run()
  if (failed) throw failed
  run().catch((failed) => {
    throw failed
  })
  throw given
}
