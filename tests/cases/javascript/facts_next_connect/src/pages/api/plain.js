import { NextResponse } from "next/server";

export default function plain(req, res) {
  res.json({ at: NextResponse });
}
