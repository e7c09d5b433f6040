export function h() {}
export const handlers = make();
export { h as GET };
