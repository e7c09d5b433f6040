import { AsyncContainerModule, Container, ContainerModule } from 'inversify'
import { provide } from 'inversify-binding-decorators'
import { InversifyExpressServer } from 'inversify-express-utils'
import * as bodyParser from 'body-parser'
import { Shelf, provide as label } from './other'

const TYPES = { Orders: Symbol('orders'), Mails: Symbol('mails') }

class Orders {}

@provide(TYPES.Mails)
export class Mails {}

@label(TYPES.Mails)
export class NoMails {}

export const bindings = new AsyncContainerModule(async (bind) => {
  bind<Orders>(TYPES.Orders).toDynamicValue(() => new Orders()).inRequestScope()
})
export const more = new ContainerModule((bind) => {
  bind(TYPES.Mails).to(Mails)
})
export const none = new Shelf((bind) => {
  bind(TYPES.Mails)
})

const server = new InversifyExpressServer(new Container())
server.setConfig((app) => {
  app.use(bodyParser.json())
})
new Shelf((app) => {
  app.use(bodyParser.json())
})
