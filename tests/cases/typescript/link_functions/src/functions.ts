class User { name = ''; friends: User[] = []; async load(): Promise<User> { return this; } }
interface Query<T> { where(test: (item: T) => boolean): Query<T>; all(): Promise<T[]>; one(): T | null }
declare function from<T>(type: new () => T): Query<T>;
declare function pick<T, K extends keyof T>(item: T, key: K): T[K];
declare function parse(text: string): User;
declare function parse(text: string[]): User[];
function identity<T>(value: T) { return value; }
type Handler = (user: User, index: number) => void;

from(User).where(user => user.name === '').one()?.friends;
from(User).all().then(users => users.map(user => user.friends).flat().find(friend => friend.name));
const handler: Handler = (user, index) => user.friends[index].name;
const handlers: Record<string, Handler> = { first: user => user.name };
handlers.first(new User(), 0);
identity(new User()).name;
parse('a').name;
parse(['a'])[0].name;
async function run(users: Set<User>) {
  const loaded = await new User().load();
  loaded.friends[0].name;
  for (const user of users) user.friends;
  const [first, ...rest] = await Promise.all([loaded.load(), loaded.load()]);
  first.name;
  rest[0].name;
  return loaded;
}
run(new Set()).then(user => user.name);
const made = { build() { return new User(); }, user: new User() };
made.build().name;
made.user.name;
const unknown: any = made;
unknown.build().name;
