// Search over all names as one types: exact and prefix matches first, then by how central a symbol is.

import uFuzzy from "@leeoniya/ufuzzy";
import type { Model } from "./data";

export const MOST = 60; // more than this nobody reads while typing
const fuzzy = new uFuzzy({ intraMode: 1 });

export function search(model: Model, words: string): number[] {
  const { id, rank, test } = model.data.symbols;
  const query = words.trim().toLowerCase();
  if (!query) return [];
  const found = fuzzy.filter(/[.:/]/.test(query) ? id : model.lower, query) ?? [];
  const scored = found.map((symbol): [number, number] => {
    const name = model.lower[symbol];
    const fit = name === query ? 300 : name.startsWith(query) ? 120 : name.includes(query) ? 60 : 0;
    return [fit + rank[symbol] - (test[symbol] ? 100 : 0) - name.length / 10, symbol];
  });
  return scored.sort((a, b) => b[0] - a[0] || a[1] - b[1]).slice(0, MOST).map((one) => one[1]);
}
