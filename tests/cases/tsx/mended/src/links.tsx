export function Links(props: { name: string }) {
  return <a href="/?from=shop&page=2">Terms & Conditions of {props.name}</a>;
}

export const both = (a: number, b: number) => a & b;
