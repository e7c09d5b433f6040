// Packages by size, coloured by how often they change or how central they are.

import { hierarchy, treemap } from "d3-hierarchy";
import type { Model, Package } from "./data";
import { h, link, number, svg } from "./dom";

interface Branch { name: string; path: string; pack?: Package; children: Branch[] }
type Colour = "churn" | "rank";

function tree(packages: Package[]): Branch {
  const root: Branch = { name: "", path: "", children: [] };
  for (const pack of packages) {
    let at = root;
    for (const part of pack.name === "." ? [] : pack.name.split("/")) {
      const path = at.path ? `${at.path}/${part}` : part;
      let next = at.children.find((child) => child.path === path && !child.pack);
      if (!next) at.children.push((next = { name: part, path, children: [] }));
      at = next;
    }
    at.children.push({ name: at.name || ".", path: pack.name, pack, children: [] });
  }
  return root;
}

export function packageMap(model: Model, width: number): HTMLElement {
  const packages = model.data.report.packages.filter((pack) => pack.lines > 0);
  const known = packages.some((pack) => pack.churn !== null);
  const holder = h("div", { class: "map" });
  const draw = (colour: Colour): void => holder.replaceChildren(drawn(packages, colour, width));
  const pick = h("select", { "aria-label": "colour", change: (event) => draw((event.target as HTMLSelectElement).value as Colour) },
    h("option", { value: "rank" }, "centrality"), known && h("option", { value: "churn" }, "commits in 30 days"));
  draw("rank");
  return h("div", {}, h("p", { class: "bar" }, h("label", {}, "Area: lines. Colour: ", pick), h("span", { class: "heat-key" }, h("i"), "more")), holder);
}

function drawn(packages: Package[], colour: Colour, width: number): SVGElement {
  const height = Math.max(320, Math.min(620, width * 0.6));
  const root = hierarchy(tree(packages)).sum((branch) => branch.pack?.lines ?? 0).sort((a, b) => b.value! - a.value!);
  const placed = treemap<Branch>().size([width, height]).paddingOuter(2).paddingInner(1)
    .paddingTop((node) => (node.depth && node.depth < 3 && node.height > 1 ? 16 : 1)).round(true)(root);
  const most = Math.max(1e-9, ...packages.map((pack) => pack[colour] ?? 0));
  const shapes = placed.descendants().flatMap((node) => {
    const [wide, high] = [node.x1 - node.x0, node.y1 - node.y0];
    if (wide < 2 || high < 2) return [];
    const label = wide > 34 && high > 13 ? text(node.data.name, node.x0 + 3, node.y0 + 12, wide - 4) : null;
    if (!node.data.pack) return node.depth && node.depth < 3 && node.height > 1 && label ? [label] : [];
    const pack = node.data.pack;
    const shape = svg("rect", { x: node.x0, y: node.y0, width: wide, height: high, style: `--heat:${Math.round((100 * (pack[colour] ?? 0)) / most)}%` },
      svg("title", {}, `${pack.name}\n${number(pack.lines)} lines, ${number(pack.symbols)} symbols` + (pack.churn === null ? "" : `, ${number(pack.churn)} commits in 30 days`)));
    return [svg("a", { href: link("package", pack.name) }, shape, label)];
  });
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "treemap", role: "img", "aria-label": "packages by size" }, ...shapes);
}

function text(label: string, x: number, y: number, room: number): SVGElement {
  const most = Math.floor(room / 6.4);
  return svg("text", { x, y }, label.length > most ? label.slice(0, Math.max(1, most - 1)) + "…" : label);
}
