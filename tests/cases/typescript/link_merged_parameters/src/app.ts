import { Component } from "./lib";
export interface AppState {
  zoom: { value: number };
}
type Props = { title: string };
export class C extends Component<Props, AppState> {
  get() {
    return this.state.zoom.value + this.props.title;
  }
}
export class D extends Component<Props> {
  get() {
    return this.props.title;
  }
}
