export const fs = { run() {} };
export function run() {}
