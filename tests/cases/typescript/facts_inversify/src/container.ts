import { asClass, createContainer } from 'awilix'
import { Container } from 'inversify'
import { container as global } from 'tsyringe'

class Sword {}
const TYPES = { Weapon: Symbol('weapon') }

const container = new Container()
container.bind<Sword>(TYPES.Weapon).to(Sword).inSingletonScope()
container.bind(Sword).toSelf()

createContainer().register({ sword: asClass(Sword) })
global.register('weapon', { useClass: Sword })

const event = { bind(name: string) {} }
event.bind('click')
