import { ConfigService } from '@nestjs/config'
import config from 'config'
import Joi from 'joi'
import { createEnv } from '@t3-oss/env-nextjs'
import { z } from 'zod'

const KEY = 'API_KEY'
const { HOST, PORT: port, MODE = 'dev' } = process.env
const env = process.env

export class Settings {
  constructor(private readonly values: ConfigService) {}

  read() {
    return [this.values.get<string>('mail.host'), this.values.getOrThrow('mail.port'), config.get('db.url')]
  }
}

export const url = process.env.DATABASE_URL ?? process.env['DB_URL']
export const key = process.env[KEY]
export const debug = env.DEBUG
export const vite = import.meta.env.VITE_TITLE
export const checked = z.object({ TOKEN: z.string() }).parse(process.env)

const schema = Joi.object().keys({ SMTP_HOST: Joi.string() }).unknown()
export const { value } = schema.prefs({}).validate(process.env)
export const typed = createEnv({ server: { SECRET: z.string() }, client: { NEXT_PUBLIC_URL: z.string() } })

const scene = { env: { SUN: true } }
export const other = [scene.env.SUN, new Map<string, string>().get('no.key'), z.object({ name: z.string() }).parse({})]
