import { h } from "../../../h";
export { h as GET, h as POST };
