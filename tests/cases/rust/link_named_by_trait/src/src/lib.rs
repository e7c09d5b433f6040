pub trait Input { type Item; fn take(&self, n: usize) -> Self; }
pub trait Parser<I> {
    type Output;
    type Error;
    fn parse(&mut self, input: I) -> Result<Self::Output, Self::Error>;
    fn map<G>(self, g: G) -> Map<Self, G> where Self: Sized { Map { f: self, g } }
}
pub trait Named { fn name(&self) -> &str; }
pub struct Map<F, G> { f: F, g: G }
impl<I, F: Parser<I>, G: FnMut(<F as Parser<I>>::Output) -> O, O> Parser<I> for Map<F, G> {
    type Output = O;
    type Error = <F as Parser<I>>::Error;
    fn parse(&mut self, input: I) -> Result<O, Self::Error> { todo!() }
}
impl<I, O, E, F> Parser<I> for F where F: FnMut(I) -> Result<O, E> {
    type Output = O;
    type Error = E;
    fn parse(&mut self, i: I) -> Result<O, E> { self(i) }
}
impl<T: Input> Named for T { fn name(&self) -> &str { "" } }
pub fn none_of<I>(input: I) -> usize where I: Input, <I as Input>::Item: Copy { 0 }
pub fn outside<I>(input: I) -> usize where I: Iterator, <I as Iterator>::Item: Copy { 0 }
pub fn number(input: &[u8]) -> Result<u32, ()> { Ok(1) }
pub fn run(input: &[u8]) {
    number.map(|x| x as i32).parse(input);
    number.parse(input);
    let ends = |i: &[u8]| Err::<u8, ()>(());
    ends.parse(input);
    number.name();
    number.take(1);
}
