export const Entity = (name: string) => (target: object) => {}
