export class Circle {
  constructor(public radius: number) {}
  area(): number { return this.radius; }
}
export interface Named { name: string }
export const unit = new Circle(1);
export default function draw(shape: Circle): Named { return { name: String(shape.area()) }; }
function hidden() {}
