export default function handler(req: unknown, res: unknown) {}
