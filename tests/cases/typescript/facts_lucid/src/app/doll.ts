export class BaseModel {
  from(name: string) {}
}
