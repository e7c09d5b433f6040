export class Context<E = any> {
  text(t: string): string { return t }
}
export class Other {
  text(t: string): string { return t }
}
export type Handler<E = any> = (c: Context<E>) => any
export type Middleware<E = any> = (c: Context<E>, next: () => Promise<void>) => Promise<void>

export interface Route<E> {
  <P extends string>(handler: Handler<E> | Middleware<E>): App<E>
  <P extends string>(path: P, handler: Handler<E> | Middleware<E>): App<E>
  <P extends string>(path: P, ...handlers: Handler<E>[]): Other
}
export interface Listen {
  (port: number): Other
  (name: string, found: (o: Other) => void): Context
}
export class App<E = any> {
  get!: Route<E>
  listen!: Listen
}

const app = new App()
app.get((c) => c.text('x'))
app.get('/', (c) => c.text('x')).get('/b', async (c, next) => { c.text('x') })
app.get('/', (c) => c.text('x'), (c) => c.text('y')).text('z')
app.listen(1).text('x')
app.listen('x', (o) => o.text('x')).text('x')
const rest = ['/']
app.get(...rest, (c) => c.text('x')) // nobody can tell at which place
