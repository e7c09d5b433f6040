// Which package uses which, folded to a depth that can be read; edges that close a circle are marked.

import dagre from "@dagrejs/dagre";
import type { Model } from "./data";
import { h, link, number, svg } from "./dom";

const MOST_NODES = 30; // at the depth that is shown first
const FEW_NODES = 10; // say too little, so that more is better than less
const MOST_DRAWN = 120;
const MOST_EDGES = 90;

interface Folded { nodes: Map<string, number>; edges: Map<string, Map<string, number>> }

function fold(model: Model, depth: number): Folded {
  const short = (name: string): string => name.split("/").slice(0, depth).join("/");
  const found: Folded = { nodes: new Map(), edges: new Map() };
  for (const pack of model.data.report.packages) {
    const name = short(pack.name);
    found.nodes.set(name, (found.nodes.get(name) ?? 0) + pack.lines);
    for (const [used, count] of Object.entries(pack.uses)) {
      const target = short(used);
      if (target === name) continue;
      const row = found.edges.get(name) ?? new Map<string, number>();
      found.edges.set(name, row.set(target, (row.get(target) ?? 0) + count));
    }
  }
  return found;
}

// Tarjan: the number of the circle that each package is in, -1 for none.
function circles({ nodes, edges }: Folded): Map<string, number> {
  const index = new Map<string, number>(), low = new Map<string, number>(), stack: string[] = [], found = new Map<string, number>();
  let circle = 0;
  const visit = (name: string): void => {
    index.set(name, index.size);
    low.set(name, index.get(name)!);
    stack.push(name);
    for (const used of edges.get(name)?.keys() ?? []) {
      if (!nodes.has(used)) continue;
      if (!index.has(used)) { visit(used); low.set(name, Math.min(low.get(name)!, low.get(used)!)); }
      else if (!found.has(used)) low.set(name, Math.min(low.get(name)!, index.get(used)!));
    }
    if (low.get(name) !== index.get(name)) return;
    const part = stack.splice(stack.indexOf(name));
    for (const one of part) found.set(one, part.length > 1 ? circle : -1);
    circle += 1;
  };
  for (const name of nodes.keys()) if (!index.has(name)) visit(name);
  return found;
}

interface Box { x: number; y: number; height: number }

// From box to box in one bend: with many edges, routes around boxes are harder to follow than curves.
function curve(from: Box, to: Box): string {
  const down = to.y > from.y ? 1 : -1;
  const level = to.y === from.y;
  const [y1, y2] = [from.y + (down * from.height) / 2, to.y - (level ? -1 : 1) * down * (to.height / 2 + 2)];
  const lift = level ? down * 40 : (y2 - y1) / 2;
  return `M${from.x.toFixed(0)} ${y1.toFixed(0)}C${from.x.toFixed(0)} ${(y1 + lift).toFixed(0)} ${to.x.toFixed(0)} ${(level ? y2 + lift : y2 - lift).toFixed(0)} ${to.x.toFixed(0)} ${y2.toFixed(0)}`;
}

export function dependencies(model: Model): HTMLElement {
  const deepest = Math.max(1, ...model.data.report.packages.map((pack) => pack.name.split("/").length));
  let start = 1;
  const size = (depth: number): number => fold(model, depth).nodes.size;
  while (start < deepest && size(start + 1) <= (size(start) < FEW_NODES ? MOST_DRAWN : MOST_NODES)) start += 1;
  const holder = h("div");
  const key = h("span", { class: "cycle-key" }, "part of a cycle");
  const draw = (depth: number): void => {
    holder.replaceChildren(drawn(fold(model, depth)));
    key.hidden = !holder.querySelector(".cycle");
    // A wide graph on a narrow screen begins in its middle.
    requestAnimationFrame(() => holder.querySelectorAll(".scroll").forEach((one) => { one.scrollLeft = (one.scrollWidth - one.clientWidth) / 2; }));
  };
  const pick = h("input", { type: "range", min: 1, max: deepest, value: start, "aria-label": "depth of folders",
    input: (event) => draw(Number((event.target as HTMLInputElement).value)) });
  draw(start);
  return h("div", {}, h("p", { class: "bar" }, h("label", {}, "Depth of folders ", pick), key), holder);
}

function drawn(folded: Folded): Node {
  if (folded.nodes.size > MOST_DRAWN) return h("p", { class: "quiet" }, `${number(folded.nodes.size)} packages are too many to draw: choose a smaller depth.`);
  const rings = circles(folded);
  const graph = new dagre.graphlib.Graph().setGraph({ rankdir: "TB", nodesep: 14, edgesep: 4, ranksep: 46, marginx: 8, marginy: 8 }).setDefaultEdgeLabel(() => ({}));
  const all = [...folded.edges].flatMap(([from, row]) => [...row].map(([to, count]) => ({ from, to, count })));
  const kept = all.filter((edge) => folded.nodes.has(edge.to)).sort((a, b) => b.count - a.count).slice(0, MOST_EDGES);
  // Those that touch no other would be a row of their own, wider than all the rest.
  const touched = new Set(kept.flatMap(({ from, to }) => [from, to]));
  const alone = [...folded.nodes.keys()].filter((name) => !touched.has(name)).sort();
  for (const name of touched) graph.setNode(name, { width: 18 + 7 * name.length, height: 26 });
  for (const edge of kept) graph.setEdge(edge.from, edge.to, { weight: Math.log2(1 + edge.count) });
  dagre.layout(graph);
  const inRing = (from: string, to: string): boolean => (rings.get(from) ?? -1) >= 0 && rings.get(from) === rings.get(to);
  const lines = kept.map(({ from, to, count }) => {
    const [start, end] = [graph.node(from), graph.node(to)];
    return svg("path", { d: curve(start, end), class: inRing(from, to) ? "cycle" : "", "data-ends": `${from}\n${to}`, "stroke-width": (1 + Math.log10(count)).toFixed(1), "marker-end": "url(#arrow)" },
      svg("title", {}, `${from} → ${to}: ${number(count)} references`));
  });
  const only = (name: string | null) => (): void => {
    for (const line of lines) line.classList.toggle("aside", name !== null && !line.getAttribute("data-ends")!.split("\n").includes(name));
  };
  const boxes = graph.nodes().map((name: string) => {
    const { x, y, width, height } = graph.node(name);
    return svg("a", { href: link("package", name), class: (rings.get(name) ?? -1) >= 0 ? "cycle" : "", mouseenter: only(name), mouseleave: only(null), focus: only(name), blur: only(null) },
      svg("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: 5 }),
      svg("text", { x, y: y + 4, "text-anchor": "middle" }, name));
  });
  const { width = 10, height = 10 } = graph.graph();
  const arrow = svg("defs", {}, svg("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 6, markerHeight: 6, orient: "auto", markerUnits: "userSpaceOnUse" }, svg("path", { d: "M0 0L8 4L0 8z" })));
  return h("div", {},
    touched.size > 0 && h("div", { class: "scroll" }, svg("svg", { style: `width:${Math.round(width)}px`, viewBox: `0 0 ${width} ${height}`, class: "dependencies" }, arrow, ...lines, ...boxes)),
    alone.length > 0 && h("p", { class: "quiet" }, "Without a dependency that is drawn: ", ...alone.flatMap((name, at) => [at ? ", " : "", h("a", { href: link("package", name) }, name)])),
    kept.length < all.length && h("p", { class: "quiet" }, `Point at a package to see what it touches. The ${kept.length} heaviest of ${number(all.length)} dependencies.`));
}
