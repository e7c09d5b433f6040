import { ConfigService } from '@nestjs/config';
import { NestFactory } from '@nestjs/core';

class AppModule {}

async function bootstrap() {
  const app = await NestFactory.create(AppModule);
  const config = app.get(ConfigService);
  await app.listen(config.get('port'));
  const settings = new Map<string, string>();
  settings.get('not-a-setting');
}

bootstrap();
