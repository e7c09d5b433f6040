import * as ui from './panel';
import { Panel, type Props } from './panel';
import { Missing } from 'elsewhere';

export default function Page(props: Props) {
  return <Panel {...props} onClose={id => id.toFixed()}><ui.Row title={props.title} /><Missing /><div /></Panel>;
}
