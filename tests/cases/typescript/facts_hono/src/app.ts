import { Hono } from 'hono'
import { cors } from 'hono/cors'
import books from './books'

const app = new Hono().basePath('/api').use(cors()).route('/books', books).get('/ping', (c) => c.text('pong'))
app.on(['PURGE', 'GET'], '/cache', purge)

function purge() {}

export default app
