function GET() {}
function POST() {}
export { GET };
