interface Shape {
  area(): number;
}

export default Shape;
