import { NestFactory } from '@nestjs/core'
import { Controller, Get, Post, Version, VERSION_NEUTRAL, VersioningType } from '@nestjs/common'

@Controller('orders')
export class OrdersController {
  @Get()
  list() {
    return []
  }

  @Post()
  @Version('2')
  create() {
    return null
  }

  @Get('health')
  @Version(VERSION_NEUTRAL)
  health() {
    return 'ok'
  }
}

async function bootstrap() {
  const app = await NestFactory.create(OrdersController)
  app.setGlobalPrefix('api')
  app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' })
}
bootstrap()
