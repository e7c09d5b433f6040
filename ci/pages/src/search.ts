// Search over all names as one types: exact and prefix matches first, then by how central a symbol is.

import uFuzzy from "@leeoniya/ufuzzy";
import type { Model } from "./data";

export const MOST = 60; // more than this nobody reads while typing
const fuzzy = new uFuzzy({ intraMode: 1 });

// Of several words the last is a name, those before say where it stands: `queryset filter`.
function within(model: Model, parts: string[]): number[] {
  const last = parts.at(-1)!, before = parts.slice(0, -1);
  const found: number[] = [];
  model.lower.forEach((name, symbol) => {
    if (name.includes(last) && before.every((part) => model.lowerIds[symbol].includes(part))) found.push(symbol);
  });
  return found;
}

export function search(model: Model, words: string): number[] {
  const { id, rank, test } = model.data.symbols;
  const query = words.trim().toLowerCase();
  if (!query) return [];
  const parts = query.split(/[\s.:/]+/).filter(Boolean);
  const found = new Set(fuzzy.filter(/[.:/]/.test(query) ? id : model.lower, query) ?? []);
  if (parts.length > 1) for (const symbol of within(model, parts)) found.add(symbol);
  const last = parts.at(-1) ?? query;
  const scored = [...found].map((symbol): [number, number] => {
    const name = model.lower[symbol];
    const fit = name === query || name === last ? 300 : name.startsWith(last) ? 120 : name.includes(last) ? 60 : 0;
    return [fit + rank[symbol] - (test[symbol] ? 100 : 0) - name.length / 10, symbol];
  });
  return scored.sort((a, b) => b[0] - a[0] || a[1] - b[1]).slice(0, MOST).map((one) => one[1]);
}
