import { tags, answers } from "some-framework";

@answers({ 200: "success" })
@tags(["orders"])
export default class Orders {
  static list(): string[] {
    return [];
  }
}
