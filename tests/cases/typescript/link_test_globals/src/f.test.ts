import { rows, table } from "./f";

declare const schema: typeof import("schemas")["schema"];

describe("first", () => {
  it("counts", () => {
    expect(rows.first()).toBe(1);
    expect(table).toEqual(expect.objectContaining({}));
    vi.fn().mockReturnValue(2);
    jest.fn();
    schema.parse(rows);
    unheardOf(table);
  });
});
