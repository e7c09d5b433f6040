export const table = { rows: { first(): number { return 1; } } };
export let rows: (typeof table)["rows"];
