// not routes: nobody says what these are
module.exports = function (cache, client) {
  cache.get('/no', () => 1)
  client.route({ method: 'GET', path: '/no' })
}
