// what "@flow" means is told elsewhere
export const word = '@flow';
