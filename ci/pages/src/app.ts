// The frame: tabs, search, deep links, keyboard, light and dark.

import { load, type Model } from "./data";
import { h, link, number, section } from "./dom";
import { dependencies } from "./graph";
import { MOST, search } from "./search";
import { entry, symbolPage } from "./symbol";
import { packageMap } from "./treemap";
import { findings, overview, packagePage, surfaces } from "./views";

const TABS: [string, string][] = [["", "Overview"], ["map", "Packages"], ["graph", "Dependencies"], ["surfaces", "Surfaces"], ["findings", "Findings"]];
const main = document.getElementById("main")!;
const box = document.getElementById("search") as HTMLInputElement;

function page(model: Model, [name, ...rest]: string[]): HTMLElement {
  const argument = rest.join("/");
  switch (name) {
    case "map": return section("Packages by size", packageMap(model, Math.max(320, main.clientWidth)));
    case "graph": return section("Dependencies between packages", dependencies(model));
    case "surfaces": return surfaces(model);
    case "findings": return findings(model);
    case "symbol": return symbolPage(model, argument);
    case "package": return packagePage(model, argument);
    case "search": return results(model, argument);
    default: return overview(model);
  }
}

function results(model: Model, words: string): HTMLElement {
  const found = search(model, words);
  return h("div", { class: "results" }, h("p", { class: "quiet" }, found.length ? `${number(found.length)}${found.length === MOST ? " best" : ""} of ${number(model.count)} symbols` : `no symbol is called like ${words}`),
    ...found.map((symbol) => entry(model, symbol)));
}

function route(): string[] {
  return location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
}

function show(model: Model): void {
  const at = route();
  main.replaceChildren(page(model, at));
  for (const tab of document.querySelectorAll("nav a")) tab.toggleAttribute("aria-current", tab.getAttribute("href") === link(at[0]));
  if (at[0] === "search" && box !== document.activeElement) box.value = at.slice(1).join("/");
  if (at[0] !== "search") { box.value = ""; scrollTo(0, 0); }
}

function move(step: number): void {
  const entries = [...main.querySelectorAll<HTMLElement>(".entry, summary .entry")];
  const at = entries.indexOf(document.activeElement as HTMLElement);
  const next = entries[at + step];
  if (next) next.focus();
  else if (step < 0) box.focus();
}

function theme(): void {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
}

function keys(event: KeyboardEvent): void {
  const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") { box.blur(); location.hash = "#/"; }
  else if (event.key === "ArrowDown" || (event.key === "j" && !typing)) move(1);
  else if (event.key === "ArrowUp" || (event.key === "k" && !typing)) move(-1);
  else if (event.key === "Enter" && event.target === box) main.querySelector<HTMLElement>(".entry")?.click();
  else if (typing) return;
  else if (event.key === "/") box.focus();
  else if (event.key === "t") theme();
  else if (Number(event.key) >= 1 && Number(event.key) <= TABS.length) location.hash = link(TABS[Number(event.key) - 1][0]);
  else return;
  if (event.key !== "Escape") event.preventDefault();
}

async function start(): Promise<void> {
  const model = await load();
  const { report } = model.data;
  document.title = `${report.name} · CodeMap`;
  document.getElementById("name")!.textContent = report.name;
  document.getElementById("commit")!.textContent = report.commit.slice(0, 12);
  document.querySelector("nav")!.append(...TABS.map(([name, title]) => h("a", { href: link(name) }, title)));
  document.getElementById("theme")!.addEventListener("click", theme);
  if (model.count < model.data.total) document.getElementById("foot")!.prepend(`${number(model.count)} of ${number(model.data.total)} symbols are on this page, those outside of tests first. `);
  box.addEventListener("input", () => { history.replaceState(null, "", box.value ? link("search", box.value) : "#/"); show(model); });
  addEventListener("hashchange", () => show(model));
  addEventListener("keydown", keys);
  show(model);
  document.documentElement.dataset.ready = "yes";
}

void start();
