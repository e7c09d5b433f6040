// @flow
export type Row = {name: string, price: number};
export function title(row: Row): string {
  return row.name;
}
