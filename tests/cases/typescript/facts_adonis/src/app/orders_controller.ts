export default class OrdersController {
  async index() {
    return []
  }

  async store() {
    return {}
  }
}
