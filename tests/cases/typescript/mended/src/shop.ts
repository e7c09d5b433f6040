import { Cart, Row } from './types';
export type * from './types';

export interface Add {
  (row: Row): Cart
  // generic, behind a member without a semicolon
  <T extends Row>(rows: T[]): Cart
  <T>(rows: T, cart: Cart): Cart
}

export interface Box<in out T, out U = Row> {
  put: T
  in?: Row
  in2?: U
}

declare const box: Box<Cart>;
declare const add: Add;
box.put.rows[0].title;
box.in2;
add({ title: '' }).rows;
const smaller = box.put.rows.length
  < 3;
