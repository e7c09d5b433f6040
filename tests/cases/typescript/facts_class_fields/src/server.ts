import express, { Application, Router } from 'express'

export class Server {
  public app: Application
  private router = Router()
  private cache = new Map<string, string>()

  constructor() {
    this.app = express()
    this.app.use('/orders', this.router)
    this.routes()
  }

  private routes() {
    this.app.get('/health', this.health)
    this.router.post('/:id', this.health)
    this.cache.get('/not-a-route')
  }

  health() {
    return 'ok'
  }
}
