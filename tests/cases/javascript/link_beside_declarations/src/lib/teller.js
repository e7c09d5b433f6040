class Teller {
  tell() {
    return this;
  }
}
exports.Teller = Teller;
