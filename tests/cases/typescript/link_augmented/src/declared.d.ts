declare module 'declared' {
  export class Store { size: number }
}
