import { handlers } from "../../../h";
export const { GET, POST } = handlers;
