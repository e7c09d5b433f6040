export function GET() {}
export function handler() {}
