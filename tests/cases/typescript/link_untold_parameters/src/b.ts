import { Editor, measure, get } from "./a";
const element = Editor.getElement("x", new Map());
if (element) {
  element.points;
}
element!.points.length;
Editor.plain("x").points;
const m = measure("x");
m.width + m.height;
get("x")?.name;
import { Holder } from "./a";
function keep(holder: Holder, given: unknown) {
  holder.held.name; // its bound
  holder.keep(given).points; // what is passed says what it is
}
