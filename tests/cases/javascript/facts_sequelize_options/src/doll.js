export class Model {
  static init(fields, options) {}
}
