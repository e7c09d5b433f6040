const std = @import("std");

const limit = 10;
const Point = struct { x: i32 = limit, y: i32 };

fn locals(rows: []const Point, other: anytype) Point {
    var sum: i32 = 0;
    for (rows, 0..) |row, i| {
        sum += row.x;
        _ = i;
    }
    while (other.next()) |value| : (sum += 1) {
        if (value) |found| use(found) else |err| log(err);
    }
    switch (sum) {
        limit => |exact| use(exact),
        else => {},
    }
    const made = Point{ .x = sum, .y = limit };
    const same: Point = .{ .x = 1, .y = made.y };
    outer: while (true) break :outer;
    rows[0].x = std.math.max(i32, sum, limit);
    return same;
}

fn use(value: i32) void {
    _ = value;
}

fn log(err: anyerror) void {
    switch (err) {
        error.OutOfMemory => use(limit),
        else => return,
    }
}
