import router from '@adonisjs/core/services/router'
import { middleware } from './kernel.js'
import box from 'not-a-router'

const OrdersController = () => import('#controllers/orders_controller')

router.group(() => {
  router.post('orders', [OrdersController, 'store'])
  router.resource('shops', OrdersController).apiOnly().params({ shops: 'slug' })
  router.resource('shops.lines', OrdersController).only(['index', 'edit'])
  router.get('me', async ({ auth }) => auth.user).use(middleware.auth())
}).prefix('/api')
router.any('/', async () => 'hello')
box.group(() => box.get('no', [OrdersController, 'store'])).prefix('/no')
