export const Service = () => (target: unknown) => target;
