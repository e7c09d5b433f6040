use app::run;
use kit::Piece;

fn main() {
    let made: Piece = kit::make();
    run();
    println!("{}", made.size);
    hidden();
}
