use palette::Color;

pub struct Brush {
    pub color: Color,
    pub width: u32,
}

pub fn brush(width: u32) -> Brush {
    let color = Color { r: 1, g: 2 };
    _ = color.r;
    Brush { color: Color { r: 1, ..color }, width } // field and variable at once: the field is not told
}

pub fn tint(brush: Brush) -> Color {
    let Brush { color, width: _ } = brush;
    let Color { r, g: green } = color;
    Color { r, g: green }
}

pub fn shade(color: Color) -> u32 {
    match color {
        Color { r, .. } if r.is_dark() => r.level(), // of another crate: nobody knows of what type
        Color::Named(name) => name.level(),
    }
}
