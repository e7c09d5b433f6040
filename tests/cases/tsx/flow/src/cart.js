/**
 * @flow strict
 */

import type {Row} from './rows';
import {title} from './rows';

export opaque type Id = number;
type Options = {|
  +row: Row,
  limit: ?number,
|};
export type Cart = {rows: Array<Row>, ...};

export function first(cart: Cart, options: Options, last: ?Row): ?Row {
  title(options.row);
  return last ?? cart.rows[0];
}
