import { Controller, Delete, Get, Logger, Module, Provider } from '@nestjs/common'
import { API_PATHS, routesV1 } from './paths'
import { handlers } from './handlers'
import { outside } from 'shared'

@Controller(routesV1.version)
export class UsersController {
  @Get(routesV1.user.root)
  list() {}

  @Delete(routesV1.user.delete)
  remove() {}

  @Get(API_PATHS.orders)
  orders() {}
}

// paths that nobody can look up are not empty ones
@Controller(outside.root)
export class OutsideController {
  @Get(outside.list)
  list() {}

  @Get()
  first() {}
}

const repositories: Provider[] = [{ provide: 'USERS', useClass: UsersController }]
const controllers = [UsersController, OutsideController]

@Module({
  controllers: [...controllers],
  providers: [Logger, ...repositories, ...handlers, ...outside.providers],
})
export class UsersModule {}
