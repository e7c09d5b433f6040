import Both from "./both";
import Direct from "./shape";
import { Shape, Token } from "./index";

export function run(shape: Shape, direct: Direct, token: Token, both: Both) {
  shape.area();
  direct.area();
  both.size;
  Both.make;
  Shape.area;
}
