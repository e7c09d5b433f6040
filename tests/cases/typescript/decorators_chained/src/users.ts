import { Returns, Type } from './answers';

class User {}

export class Users {
  // a member of what the decorator gives, not the decorator of that name
  @Returns(200).Type('json')
  one(): User { return new User(); }

  @Returns(200, (given: unknown) => given)
    .Of<User>(new User())
    .Type('json')
  @Type('own')
  all(): User[] { return []; }

  @Returns(404).headers.Add('retry')
  none(id: number): void {}

  @Returns(204)
  empty(): void { this.all().map(String).join(''); }
}
