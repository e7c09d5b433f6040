// Elements from text only: names and paths come from strangers, so nothing is ever parsed as HTML.

type Child = Node | string | number | null | undefined | false;
type Attributes = Record<string, string | number | boolean | ((event: Event) => void) | undefined>;

function fill<T extends Element>(element: T, attributes: Attributes, children: Child[]): T {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(child instanceof Node ? child : String(child));
    }
  }
  return element;
}

export function h(tag: string, attributes: Attributes = {}, ...children: Child[]): HTMLElement {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag: string, attributes: Attributes = {}, ...children: Child[]): SVGElement {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

export const number = (value: number): string => value.toLocaleString("en");
export const many = (count: number, noun: string): string => `${number(count)} ${noun}${count === 1 ? "" : "s"}`;
export const percent = (part: number, whole: number): string => (whole ? `${Math.round((100 * part) / whole)} %` : "–");
export const link = (...parts: string[]): string => "#/" + parts.map(encodeURIComponent).join("/");

const WIDE = 3; // columns of text that still stand side by side on a phone

export function table(head: string[], rows: Child[][], numeric: number[] = []): HTMLElement {
  const cell = (tag: string) => (child: Child, column: number) => h(tag, { class: numeric.includes(column) ? "number" : undefined }, child);
  const body = h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map(cell("td")))));
  return h("div", { class: "scroll" }, h("table", { class: head.length > WIDE && !numeric.includes(WIDE) ? "wide" : undefined }, h("thead", {}, h("tr", {}, ...head.map(cell("th")))), body));
}

export function section(title: string, ...children: Child[]): HTMLElement {
  return h("section", {}, h("h2", {}, title), ...children);
}

// A list says in its heading how long it is.
export function counted(title: string, count: number, ...children: Child[]): HTMLElement {
  return h("section", {}, h("h2", {}, title, " ", h("span", { class: "quiet" }, number(count))), ...children);
}

// Paths and full names may break behind a sign, not within a word.
export function breakable(text: string): HTMLElement {
  const parts = text.split(/(?<=[/.:_])(?=\w)/);
  return h("span", {}, ...parts.flatMap((part, at) => (at ? [h("wbr"), part] : [part])));
}

// The number that tells definitions of one name apart is for links, not for readers.
export const readable = (id: string): string => id.slice(2).replace(/~\d+$/, "");

// Long lists begin short: a click brings the rest.
export function cut<T>(rows: T[], shown: number, draw: (rows: T[]) => HTMLElement): HTMLElement {
  if (rows.length <= shown) return draw(rows);
  const more = h("button", { class: "more", click: () => holder.replaceChildren(draw(rows)) }, `all ${number(rows.length)}`);
  const holder = h("div", {}, draw(rows.slice(0, shown)), more);
  return holder;
}
