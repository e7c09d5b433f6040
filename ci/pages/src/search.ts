// Search over all names as one types: exact and prefix matches first, then by how central a symbol is.

import uFuzzy from "@leeoniya/ufuzzy";
import type { Model } from "./data";

const MOST = 200;
const fuzzy = new uFuzzy({ intraMode: 1 });

export function search(model: Model, words: string): number[] {
  const { id, name, rank, test } = model.data.symbols;
  const query = words.trim().toLowerCase();
  if (!query) return [];
  const dotted = /[.:/]/.test(query);
  const found = fuzzy.filter(dotted ? id : name, words.trim()) ?? [];
  const score = (symbol: number): number => {
    const lower = name[symbol].toLowerCase();
    const fit = lower === query ? 300 : lower.startsWith(query) ? 120 : lower.includes(query) ? 60 : 0;
    return fit + rank[symbol] - (test[symbol] ? 100 : 0) - lower.length / 10;
  };
  return found.sort((a, b) => score(b) - score(a) || a - b).slice(0, MOST);
}
