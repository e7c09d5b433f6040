interface Animal { name: string; speak(): string }
interface Animal { age: number }
abstract class Base<T> implements Animal {
  name = '';
  age = 0;
  static count = 0;
  protected items: T[] = [];
  abstract speak(): string;
  first(): T | undefined { return this.items[0]; }
  self(): this { return this; }
}
class Dog extends Base<Bone> {
  bones = new Map<string, Bone>();
  speak() { return super.self().name; }
  bark(loud = true) { return this.first()?.size; }
}
class Bone { size = 1; static of(size: number) { return new Bone(); } }
type Pair<A, B> = { left: A; right: B };
type Shape = { kind: 'dog'; dog: Dog } | { kind: 'bone'; bone: Bone; dog: null };
type Partly = Omit<Pair<Dog, Bone>, 'left'> & { left: string };
enum Level { Low, High }
namespace Kennel {
  export const dogs: Dog[] = [];
  export function add(dog: Dog) { dogs.push(dog); return Kennel; }
}

const dog = new Dog();
dog.self().bark();
dog.first()!.size;
dog.bones.get('a')!.size;
dog.name;
dog.age;
Dog.count;
dog.count;
Bone.of(1).size;
Kennel.add(dog).dogs[0].bark();
for (const each of Kennel.dogs) each.speak();
const pair: Pair<Dog, Bone> = { left: dog, right: new Bone() };
pair.left.bark();
const { right: { size }, left: renamed } = pair;
renamed.bark();
declare const partly: Partly;
partly.left.bark();
partly.right.size;
Level.High;
function isBone(value: unknown): value is Bone { return true; }
function tell(shape: Shape, thing: Dog | Bone, anything: unknown) {
  if (shape.kind === 'dog') shape.dog.bark();
  else shape.bone.size;
  if (thing instanceof Dog) thing.bark();
  if (isBone(anything)) anything.size;
  if (typeof thing === 'string') thing.bark();
  (thing as Bone).size;
  return typeof dog;
}
type Kept = (typeof dog)['bones'];
const typed: Kept = dog.bones;
typed.has('a');
tell.missing;
