// The pages that the tabs lead to.

import type { Model, Place, Row } from "./data";
import { breakable, counted, cut, h, link, number, percent, readable, section, svg, table } from "./dom";
import { entry } from "./symbol";

export function overview(model: Model): HTMLElement {
  const { report } = model.data;
  const figures: [string, string][] = [
    ["files", number(report.languages.reduce((sum, row) => sum + row[1], 0))],
    ["lines", number(report.languages.reduce((sum, row) => sum + row[2], 0))],
    ["symbols", number(model.data.total)],
    ["references", number(report.refs)],
    ["resolved", percent(report.resolved, report.refs)],
    ["to other packages", percent(report.external, report.refs)],
    ["cycles", number(report.cycles.length)],
  ];
  return h("div", {},
    h("div", { class: "figures" }, ...figures.map(([name, value]) => h("div", {}, h("b", {}, value), h("span", {}, name)))),
    h("div", { class: "columns" },
      section("Languages", table(["language", "files", "lines", "symbols"], report.languages.map((row) => [row[0], ...row.slice(1).map((n) => number(n as number))]), [1, 2, 3])),
      section("Most central", places(model, report.central, "rank")),
      section("Largest functions", places(model, report.largest, "lines")),
      report.hot_spots.length ? section("Hot spots", places(model, report.hot_spots, "commits")) : section("Hot spots", h("p", { class: "quiet" }, "No commits in the last 30 days, or a history that is cut off.")),
      report.trend.length > 1 ? section("Trend", trend(model)) : null));
}

function places(model: Model, rows: Place[], unit: string): HTMLElement {
  return cut(rows, 10, (some) => table(["", unit, ""], some.map((row) => [named(model, row.name), number(row.figure), row.note ? h("span", { class: "note" }, row.note) : h("span", { class: "quiet" }, breakable(`${row.path}:${row.line}`))]), [1]));
}

function named(model: Model, id: string): HTMLElement {
  return model.byId.has(id) ? h("a", { href: link("symbol", id) }, breakable(readable(id))) : breakable(id.replace(/^[A-Z]:/, ""));
}

const day = (time: number): string => new Date(time * 1000).toISOString().slice(0, 10);

function trend(model: Model): HTMLElement {
  const moments = model.data.report.trend;
  const [width, height] = [460, 120];
  const first = moments[0].time, span = Math.max(1, moments.at(-1)!.time - first);
  const most = Math.max(...moments.map((one) => one.symbols)), least = Math.min(...moments.map((one) => one.symbols));
  const at = (one: typeof moments[0]): [number, number] => [8 + ((one.time - first) / span) * (width - 16), height - 10 - ((one.symbols - least) / Math.max(1, most - least)) * (height - 24)];
  const dots = moments.map((one) => svg("circle", { cx: at(one)[0], cy: at(one)[1], r: 3 },
    svg("title", {}, `${one.commit.slice(0, 12)} ${day(one.time)}: ${number(one.symbols)} symbols, ${percent(one.resolved, one.refs)} of references resolved`)));
  return h("div", {}, svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "trend", role: "img", "aria-label": "symbols over time" },
    svg("polyline", { points: moments.map((one) => at(one).join(",")).join(" ") }), ...dots),
    h("p", { class: "quiet" }, `Symbols in ${number(moments.length)} indexed commits, ${number(least)} to ${number(most)}, ${day(moments[0].time)} to ${day(moments.at(-1)!.time)}.`));
}

export function packagePage(model: Model, name: string): HTMLElement {
  const inside = model.data.report.packages.filter((pack) => pack.name === name || pack.name.startsWith(`${name}/`));
  const uses = new Map<string, number>(), users = new Map<string, number>();
  const own = new Set(inside.map((pack) => pack.name));
  const add = (into: Map<string, number>, key: string, count: number): void => { if (!own.has(key)) into.set(key, (into.get(key) ?? 0) + count); };
  for (const pack of model.data.report.packages) {
    for (const [used, count] of Object.entries(pack.uses)) {
      if (own.has(pack.name)) add(uses, used, count);
      if (own.has(used)) add(users, pack.name, count);
    }
  }
  const numbers = model.data.symbols.id.map((_, symbol) => symbol)
    .filter((symbol) => name === "." ? !model.path(symbol).includes("/") : model.path(symbol).startsWith(`${name}/`))
    .sort((a, b) => model.data.symbols.rank[b] - model.data.symbols.rank[a]);
  const list = (from: Map<string, number>): HTMLElement => cut([...from].sort((a, b) => b[1] - a[1]), 15,
    (rows) => table(["package", "references"], rows.map(([key, count]) => [h("a", { href: link("package", key) }, breakable(key)), number(count)]), [1]));
  return h("article", {}, h("h1", {}, name),
    h("p", { class: "quiet" }, `${number(inside.reduce((sum, pack) => sum + pack.lines, 0))} lines in ${number(inside.reduce((sum, pack) => sum + pack.files, 0))} files`),
    h("div", { class: "columns" }, section("Uses", list(uses)), section("Used by", list(users))),
    counted("Symbols", numbers.length, cut(numbers.slice(0, 2000), 40, (rows) => h("div", {}, ...rows.map((one) => entry(model, one))))));
}

export function surfaces(model: Model): HTMLElement {
  const lists = Object.entries(model.data.lists).filter(([, list]) => list.rows.length);
  const others = model.data.report.surfaces.filter((one) => !(one.kind in model.data.lists));
  return h("div", {}, ...lists.map(([kind, list]) => counted(title(kind), list.total, filtered(model, list.head, list.rows))),
    others.length ? section("Also found", table(["kind", "count", "for example"], others.map((one) => [title(one.kind), number(one.count), breakable(one.examples.join(", "))]), [1])) : null,
    !lists.length && !others.length && h("p", { class: "quiet" }, "No routes, configuration keys or tables were found."));
}

const TITLES: Record<string, string> = { route: "Routes", config: "Configuration keys", db_table: "Database tables" };
const title = (kind: string): string => TITLES[kind] ?? kind.replaceAll("_", " ");

function filtered(model: Model, head: string[], rows: Row[]): HTMLElement {
  const holder = h("div", {});
  const cell = (value: string | number | null): HTMLElement => (typeof value === "string" && model.byId.has(value) ? named(model, value) : breakable(String(value ?? "")));
  const draw = (words: string): void => {
    const kept = words ? rows.filter((row) => row.some((value) => String(value ?? "").toLowerCase().includes(words))) : rows;
    holder.replaceChildren(cut(kept, 25, (some) => table(head, some.map((row) => row.map(cell)))));
  };
  draw("");
  const box = h("input", { type: "search", placeholder: "filter", "aria-label": "filter", input: (event) => draw((event.target as HTMLInputElement).value.toLowerCase()) });
  return h("div", {}, rows.length > 10 && h("p", { class: "bar" }, box), holder);
}

export function findings(model: Model): HTMLElement {
  const { cycles, unused, violations, layers } = model.data.report;
  const pack = (name: string): HTMLElement => h("a", { href: link("package", name) }, breakable(name));
  return h("div", {},
    layers.length ? section(`Layering rules: ${number(violations.length)} broken`, cut(violations, 25, (rows) => table(["layer", "may not use", "place", "symbol"], rows.map((one) => [one.layer, one.used_layer, `${one.path}:${one.line}`, named(model, one.symbol_id)])))) : null,
    counted("Cycles between packages", cycles.length, ...cycles.map((cycle) => h("details", { open: cycles.length < 4 }, h("summary", {}, `${number(cycle.packages.length)} packages: ${cycle.packages.slice(0, 4).join(", ")}${cycle.packages.length > 4 ? " …" : ""}`),
      h("p", { class: "quiet" }, "Without these references there would be no cycle:"),
      cut(cycle.weakest, 15, (rows) => table(["from", "to", "references"], rows.map(([from, to, count]) => [pack(from), pack(to), number(count)]), [2])))),
      !cycles.length && h("p", { class: "quiet" }, "none")),
    counted("Candidates for dead code", model.data.unused, cut(unused, 40, (rows) => table(["certainty", "symbol", "lines", "place", "why"],
      rows.map((one) => [h("span", { class: `certainty ${one.certainty}` }, one.certainty), named(model, one.symbol_id), number(one.lines), breakable(`${one.path}:${one.line}`), one.reason]), [2]))));
}
