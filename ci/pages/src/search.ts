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

function written(model: Model, path: string): number[] {
  const found: number[] = [];
  model.lowerIds.forEach((id, symbol) => { if (id.includes(path)) found.push(symbol); });
  return found;
}

export function search(model: Model, words: string): number[] {
  const { rank, test } = model.data.symbols;
  const query = words.trim().toLowerCase();
  if (!query) return [];
  const parts = query.split(/[\s.:/]+/).filter(Boolean);
  // A path is long, and written as it is: a fuzzy look at all of them would take too long for a keystroke.
  const found = new Set(/[.:/]/.test(query) ? written(model, query) : fuzzy.filter(model.lower, query) ?? []);
  if (parts.length > 1) for (const symbol of within(model, parts)) found.add(symbol);
  const last = parts.at(-1) ?? query;
  return best(found, (symbol) => {
    const name = model.lower[symbol];
    const fit = name === query || name === last ? 300 : name.startsWith(last) ? 120 : name.includes(last) ? 60 : 0;
    return fit + rank[symbol] - (test[symbol] ? 100 : 0) - name.length / 10;
  });
}

// A letter is in most names: only those that come to be shown are put in order.
function best(found: Set<number>, score: (symbol: number) => number): number[] {
  let kept: [number, number][] = [];
  let least = -Infinity;
  for (const symbol of found) {
    const value = score(symbol);
    if (value < least) continue;
    kept.push([value, symbol]);
    if (kept.length >= 8 * MOST) { kept = ordered(kept); least = kept[MOST - 1][0]; }
  }
  return ordered(kept).map((one) => one[1]);
}

function ordered(kept: [number, number][]): [number, number][] {
  return kept.sort((a, b) => b[0] - a[0] || a[1] - b[1]).slice(0, MOST);
}
