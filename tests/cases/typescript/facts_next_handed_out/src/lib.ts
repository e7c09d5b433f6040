import { NextResponse } from "next/server"; export const x = NextResponse
