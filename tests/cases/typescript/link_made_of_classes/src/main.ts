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
