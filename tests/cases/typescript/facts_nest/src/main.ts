import { NestFactory } from '@nestjs/core'
import { ValidationPipe, VersioningType } from '@nestjs/common'
import helmet from 'helmet'
import { AppModule } from './app.module'

async function bootstrap() {
  const app = await NestFactory.create(AppModule)
  app.setGlobalPrefix('api', { exclude: ['alive'] })
  app.enableVersioning({ type: VersioningType.URI })
  app.use(helmet())
  app.useGlobalPipes(new ValidationPipe())
}
bootstrap()
