import * as both from "./both";
import direct from "./both";
import common from "./common";

both.default().go();
direct().go();
new both.Item().go();
common.make();
