type Props = { name: string };
type Part<P> = (props: P) => string;

// The type of each leads back to the function that it types.
const again: typeof again = (props) => props.name;
const one: typeof other = (props) => props.name;
const other: typeof one = (props) => props.name;
const form: Part<Props> = (props) => props.name;
form({ name: one });
