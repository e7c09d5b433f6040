import Base, { Mixin as M } from './base.mjs';

export class Shape extends M(Base) {
  static #count = 0;
  sides = 0;
  area = () => this.sides * sides;

  constructor(sides) {
    super();
    this.sides = sides;
    this.label = Shape.#count++;
  }

  get name() {
    return this.label;
  }

  set name(value) {
    this.label = value;
  }

  static of(n) {
    class Inner extends Shape {}
    return new Inner(n) ?? new this.Maker(n);
  }
}

const Anonymous = class Named extends Shape {
  again() {
    return Named;
  }
};

export const mixin = (Parent) => class extends Parent {};

new Shape(1).area();
export default class {}
