import { MiddlewareConsumer, Module } from '@nestjs/common'
import { RouterModule } from '@nestjs/core'
import { CatsController, CatsService, KINDS, LoggerMiddleware, SqlCats } from './cats'

@Module({
  controllers: [CatsController],
  providers: [CatsService, { provide: KINDS, useValue: ['tabby'] }, { provide: 'CATS', useClass: SqlCats }],
})
export class CatsModule {}

@Module({ imports: [CatsModule, RouterModule.register([{ path: 'zoo', module: CatsModule }])] })
export class AppModule {
  configure(consumer: MiddlewareConsumer) {
    consumer.apply(LoggerMiddleware).forRoutes('cats')
  }
}
