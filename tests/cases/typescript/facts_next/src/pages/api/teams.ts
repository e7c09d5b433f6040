function handler(req: unknown, res: unknown) {}
export default secured(handler)
function secured(inner: unknown) { return inner }
