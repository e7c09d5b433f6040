export interface Props { title: string; onClose?: (id: number) => void }
export function Panel({ title, onClose: close }: Props) { return <h1 onClick={() => close?.(1)}>{title.trim()}</h1>; }
export const Row = ({ title }: Props) => <Panel title={title} />;
Panel.defaults = { title: '' };
