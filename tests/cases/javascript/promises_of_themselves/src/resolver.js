class Resolver {
  resolver(input) {
    if (typeof input === 'function') {
      return async (context) => {
        const resolved = await input(context)
        return this.resolver(resolved)(context)
      }
    }
    return async () => new Listing()
  }

  async run() {
    const listing = await this.resolver(() => [])(1)
    return listing.names()
  }
}

class Listing {
  names() {
    return []
  }
}
