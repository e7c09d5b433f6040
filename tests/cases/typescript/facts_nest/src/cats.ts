import { All, Controller, Get, Injectable, Post, UseGuards, Version } from '@nestjs/common'
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql'
import { GrpcMethod, MessagePattern } from '@nestjs/microservices'
import { Cron } from '@nestjs/schedule'
import { Delete } from './look-alike'

export const KINDS = Symbol('kinds')

@Injectable()
export class CatsService {
  @Cron('0 4 * * *')
  feed() {}
}
export class SqlCats {}
export class LoggerMiddleware {}
export class CatsGuard {}

@Controller({ path: 'cats', version: '1' })
@UseGuards(CatsGuard)
export class CatsController {
  constructor(private readonly cats: CatsService) {}

  @Get(':id')
  find() {}

  @Post(['', 'new'])
  @Version('2')
  create() {}

  @All('echo')
  echo() {}

  @Delete(':id')
  remove() {}

  @MessagePattern({ cmd: 'purr' })
  purr() {}

  @GrpcMethod('Cats', 'FindOne')
  findOne() {}
}

class NoController {
  @Get('nowhere')
  nowhere() {}
}

@Resolver('Cat')
export class CatsResolver {
  @Query(() => [String], { name: 'cats' })
  all() {}

  @Mutation('adoptCat')
  adopt(@Args('id') id: string) {}
}

@Controller()
export class AliveController {
  @Get('alive')
  alive() {}
}
