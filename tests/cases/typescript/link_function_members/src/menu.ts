import type { Shown } from "shown";

const Item = (icon: string) => icon;
const Menu = (open: boolean) => open;
Menu.Item = Item;
Menu.label = "menu";
Menu.label = "again";
export default Menu;

export const Typed: Shown = () => true;
Typed.label = "typed"; // its type says what it has

export const box = { a: 1 };
box.b = 2; // no function
