const std = @import("std");
const Item = @import("item.zig").Item;
usingnamespace @import("c.zig");

/// Cart holds items.
pub const Cart = struct {
    /// how many
    count: u32 = 0,
    first: ?*Item,

    const Self = @This();
    pub var shared: Self = undefined;

    /// Add one.
    pub fn add(self: *Self, item: Item, comptime n: usize) !void {
        self.count += n;
        _ = item;
    }
};

// no documentation: two slashes
pub const State = enum(u8) { open, closed = 2, _ };

const Value = union(enum) { number: i64, none };

pub const Failure = error{ NotFound, Denied };

extern "c" fn puts(text: [*:0]const u8) c_int;

pub fn List(comptime T: type) type {
    return struct {
        head: ?T,

        pub fn len(self: @This()) usize {
            return if (self.head == null) 0 else 1;
        }
    };
}

threadlocal var total: i32 = 0;

test "add to a cart" {
    try std.testing.expect(total == 0);
}
