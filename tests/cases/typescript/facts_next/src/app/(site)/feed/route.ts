export function GET() {}
function POST() {}
