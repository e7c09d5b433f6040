export const keep = {
  route(options: unknown) {},
}

export default async function other() {}
