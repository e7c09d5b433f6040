import { createRoute, OpenAPIHono } from '@hono/zod-openapi'

const listing = createRoute({ method: 'get', path: '/' })
const books = new OpenAPIHono()
books.openapi(listing, list)
books.put('/:id', list)

function list() {}

const sites = new Map<string, string>()
sites.get('/not')

export default books
