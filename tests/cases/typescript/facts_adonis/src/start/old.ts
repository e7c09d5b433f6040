import Route from '@ioc:Adonis/Core/Route'

Route.group(() => {
  Route.post('/login', 'Auth/OrdersController.store')
  Route.group(() => {
    Route.route('/user', ['GET', 'PUT'], 'OrdersController.index')
  }).middleware('auth').prefix('/v1')
}).prefix('api')
