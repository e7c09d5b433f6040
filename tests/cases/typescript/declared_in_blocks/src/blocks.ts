export function first(flag: boolean) {
  {
    class Box {
      put() { return 1 }
    }
    type Key = string
    const key: Key = "a"
    new Box().put()
    console.log(key)
  }
  {
    class Box {
      take() { return 2 }
    }
    type Key = number
    const key: Key = 1
    new Box().take()
    console.log(key)
  }
  if (flag) {
    class Box {
      give() { return 3 }
    }
    const box = new Box()
    box.give()
    // @ts-expect-error another Box has it
    box.put()
  }
}
