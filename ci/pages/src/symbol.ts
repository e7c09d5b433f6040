// One symbol: where it is, its source, its members, and call trees that unfold both ways.

import type { Model } from "./data";
import { breakable, counted, cut, h, link, many, readable, section } from "./dom";

const UNFOLDED = 40;
const CALLED = ["function", "method", "constructor", "procedure", "macro"];

export function entry(model: Model, symbol: number): HTMLElement {
  const { id, name, uses } = model.data.symbols;
  return h("a", { class: "entry", href: link("symbol", id[symbol]) },
    h("span", { class: "kind" }, model.kind(symbol)), h("b", {}, name[symbol]),
    h("span", { class: "quiet" }, breakable(`${readable(id[symbol])} · ${model.place(symbol)} · ${many(uses[symbol], "use")}`)));
}

export function symbolPage(model: Model, id: string): HTMLElement {
  const symbol = model.byId.get(id) ?? -1;
  if (symbol < 0) return section("Not on this page", h("p", {}, `${id} is not among the symbols of this report.`));
  const { name, owner, uses, rank, line, end } = model.data.symbols;
  const excerpt = model.data.excerpts[symbol];
  const members = model.members(symbol).sort((a, b) => line[a] - line[b]);
  return h("article", {},
    h("h1", {}, h("span", { class: "kind" }, model.kind(symbol)), " ", name[symbol]),
    h("p", { class: "quiet" }, breakable(id)),
    h("p", {}, `${model.path(symbol)}, ${end[symbol] > line[symbol] ? `lines ${line[symbol]}–${end[symbol]}` : `line ${line[symbol]}`} · ${many(uses[symbol], "use")} · centrality ${rank[symbol]}`,
      owner[symbol] >= 0 && h("span", {}, " · in ", h("a", { href: link("symbol", model.data.symbols.id[owner[symbol]]) }, name[owner[symbol]]))),
    excerpt ? h("pre", {}, h("code", {}, excerpt)) : null,
    calls(model, symbol, "Called by", "callers"),
    calls(model, symbol, "Calls", "callees"),
    members.length ? counted("Members", members.length, cut(members, UNFOLDED, (rows) => h("div", {}, ...rows.map((one) => entry(model, one))))) : null);
}

// What is never called has nothing to say about calls, unless something calls it all the same.
function calls(model: Model, symbol: number, title: string, way: "callers" | "callees"): HTMLElement | null {
  const count = model[way](symbol).length;
  return count || CALLED.includes(model.kind(symbol)) ? counted(title, count, branch(model, symbol, way, new Set([symbol]))) : null;
}

function branch(model: Model, symbol: number, way: "callers" | "callees", above: Set<number>): HTMLElement {
  const found = [...model[way](symbol)].sort((a, b) => model.data.symbols.rank[b] - model.data.symbols.rank[a]);
  if (!found.length) return h("p", { class: "quiet" }, "none that is resolved");
  return cut(found, UNFOLDED, (rows) => h("ul", { class: "tree" }, ...rows.map((one) => leaf(model, one, way, above))));
}

function leaf(model: Model, symbol: number, way: "callers" | "callees", above: Set<number>): HTMLElement {
  const next = model[way](symbol).length;
  if (!next || above.has(symbol)) return h("li", {}, entry(model, symbol), above.has(symbol) && h("span", { class: "quiet" }, "recursive"));
  const details = h("details", {}, h("summary", {}, entry(model, symbol))) as HTMLDetailsElement;
  details.addEventListener("toggle", () => {
    if (details.open && details.childElementCount === 1) details.append(branch(model, symbol, way, new Set([...above, symbol])));
  });
  return h("li", {}, details);
}
