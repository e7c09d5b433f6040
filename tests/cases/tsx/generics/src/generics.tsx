export const identity = <T,>(value: T): T => value;

function List<Row>({ rows }: { rows: Row[] }) {
  const item = rows[0] as Row;
  return <Select<Row> items={rows} item={item} />;
}

// A local component hides the one of the file.
function Local({ List }: Props) {
  return <List rows={[]} />;
}
