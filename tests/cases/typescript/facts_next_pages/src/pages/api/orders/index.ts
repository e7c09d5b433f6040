import type { NextApiRequest, NextApiResponse } from 'next'

export default async function orders(req: NextApiRequest, res: NextApiResponse) {
  res.json([])
}
