import { Util } from "./util";
import * as lib from "./util";
import Short = Util.Inner;
import Kind = lib.Util.Shape;
export import Out = lib.Util.Box;
import Nobody = missing.Thing;

namespace Local {
  import Hidden = Util.Inner;
  export import Shown = Util.Inner;
  Hidden.deep();
}

Short.deep();
Local.Shown.deep();
Local.Hidden.deep();
Hidden.deep();

export function use(kind: Kind, out: Out, nobody: Nobody, Short: { deep(): void }) {
  kind.area();
  out.open();
  new Out().open();
  nobody.run();
  Short.deep();
}
