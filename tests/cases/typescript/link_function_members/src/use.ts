import { maybe } from "./broken";
import Menu, { Typed } from "./menu";
import { act, own } from "./utils";

act(own);
maybe(); // the module that is gone may have it
Menu.Item(Menu.label);
Typed.label;
