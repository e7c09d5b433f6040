// What the page shows, as query/pages/payload.py writes it: columns, since 50,000 objects would be slow to read.

export interface Package { name: string; files: number; lines: number; symbols: number; churn: number | null; rank: number; uses: Record<string, number> }
export interface Place { name: string; path: string; line: number; figure: number; note: string }
export interface Unused { symbol_id: string; kind: string; path: string; line: number; lines: number; certainty: string; reason: string }
export interface Violation { layer: string; used_layer: string; path: string; line: number; symbol_id: string }
export interface Moment { commit: string; time: number; files: number; symbols: number; refs: number; resolved: number }
export type Row = (string | number | null)[];

export interface Report {
  name: string; repo_id: string; commit: string;
  languages: [string, number, number, number][];
  refs: number; resolved: number; external: number;
  surfaces: { kind: string; count: number; examples: string[] }[];
  hot_spots: Place[]; largest: Place[]; central: Place[];
  packages: Package[]; cycles: { packages: string[]; weakest: [string, string, number][] }[];
  unused: Unused[]; layers: string[]; violations: Violation[]; trend: Moment[];
}

export interface Payload {
  report: Report;
  kinds: string[];
  paths: string[];
  symbols: { id: string[]; name: string[]; kind: number[]; path: number[]; line: number[]; end: number[]; owner: number[]; uses: number[]; rank: number[]; test: number[] };
  total: number;
  unused: number;
  calls: { from: number[]; to: number[] };
  excerpts: Record<string, string>;
  lists: Record<string, { head: string[]; rows: Row[]; total: number }>;
}

export class Model {
  readonly byId = new Map<string, number>();
  readonly lower: string[];
  private ids: string[] | undefined;
  private readonly out: number[][];
  private readonly into: number[][];

  constructor(readonly data: Payload) {
    data.symbols.id.forEach((id, number) => this.byId.set(id, number));
    this.lower = data.symbols.name.map((name) => name.toLowerCase());
    this.out = data.symbols.id.map(() => []);
    this.into = data.symbols.id.map(() => []);
    let from = 0;
    data.calls.from.forEach((step, place) => {
      from += step; // sources are sorted and written as steps
      this.out[from].push(data.calls.to[place]);
      this.into[data.calls.to[place]].push(from);
    });
  }

  get lowerIds(): string[] { return (this.ids ??= this.data.symbols.id.map((id) => id.toLowerCase())); }
  get count(): number { return this.data.symbols.id.length; }
  kind(number: number): string { return this.data.kinds[this.data.symbols.kind[number]]; }
  path(number: number): string { return this.data.paths[this.data.symbols.path[number]]; }
  place(number: number): string { return `${this.path(number)}:${this.data.symbols.line[number]}`; }
  callees(number: number): number[] { return this.out[number]; }
  callers(number: number): number[] { return this.into[number]; }
  members(number: number): number[] {
    const found: number[] = [];
    this.data.symbols.owner.forEach((owner, member) => { if (owner === number) found.push(member); });
    return found;
  }
}

export async function load(): Promise<Model> {
  const text = document.getElementById("data")!.textContent!.trim();
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Model(JSON.parse(await new Response(stream).text()));
}
