using Model;
using Extra;

class Square : Shape
{
    public double Side;
    public override double Area() => Side * Side;
}

class Use
{
    void Run(Box<Square> box, INamed<Square> named, IShape shape)
    {
        box.Content.Side = 1;
        box[0].Side = 2;
        box.With(new Square { Side = 3 }).Content.Side = 4;
        named.Get(box.Content).Area();
        box.Get(box.Content);
        shape.Area();
        shape.Sides();
        box.Sides();
        box.secret = 1;
        box.Missing();
        shape.Hidden();
    }
}
