export const Delete = (path: string) => (target: object, name: string) => {}
