import { h } from "../../../h";
const GET = h(1);
export { GET };
