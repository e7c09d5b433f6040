import { Panel, type PanelProps } from './panel';
import * as UI from './ui';

/** Greets. */
function Greeting({ name }: { name: string }) {
  return <b className="x">{name}</b>;
}

class Screen extends UI.Base<PanelProps> {
  render() {
    return <Greeting name={this.props.title} />;
  }
}

export const App: React.FC<PanelProps> = ({ title, ...rest }) => (
  <Panel {...rest} onClick={() => close(title)}>
    <UI.Button label={title}>Go {title}</UI.Button>
    <Screen />
    <my-element panel={Panel} />
  </Panel>
);
