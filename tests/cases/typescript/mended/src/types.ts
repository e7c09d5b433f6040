export interface Row { title: string }
export class Cart { rows: Row[] = []; }
