import envSchema from 'env-schema'
import { Type } from 'typebox'

const schema = Type.Object({
  POSTGRES_URL: Type.String(),
  HOST: Type.String({ default: 'localhost' }),
})

const NOTE = Type.Object({ TEXT: Type.String() })

export const env = envSchema({ dotenv: true, schema })
