export function layout(props: { children: React.ReactNode }): React.JSX.Element | null {
  const Preact: React.FC = null!;
  return Reakt.make(props, Preact);
}
