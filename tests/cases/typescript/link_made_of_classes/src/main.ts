import { Container } from './container';

class Mailer { send(): void {} }
abstract class Disk { abstract write(): void; }
function plain(): Mailer { return new Mailer(); }

export async function main(container: Container) {
  container.make(Mailer).send();
  container.take(Mailer).send();
  container.take(Disk).write();
  container.get(Mailer).send();
  container.get(Disk).write();
  container.get<Disk>('disk').write();
  (await container.later(Mailer)).send();
  container.both(Mailer, 'text').length;
  // told by a name, a function, another class: nothing is known
  container.get('mailer').send();
  container.take('mailer').send();
  container.make(plain).send();
  container.get(Mailer).write();
}

class Binding { to(value: string): this { return this; } }
class Bindings {
  bind(key: string): Binding { return new Binding(); }
  call(key: string): Binding { return new Binding(); }
  first(): Binding { return this.bind('a'); }
  later() {
    const first = this.first.bind(this);
    first().to('b');
    this.first.call(this).to('c');
  }
}
// methods of one's own that are called as those of all functions are
new Bindings().bind('url').to('/greet');
const bindings = new Bindings();
bindings.bind('url').to('/greet');
bindings.call('url').to('/greet');
