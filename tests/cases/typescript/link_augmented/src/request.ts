import type { Request } from 'unheard-of';

export interface User { id: number }
declare module 'unheard-of' {
  interface Session { user: User }
  export function reload(session: Session): void;
}
export function check(request: Request): void {
  request.session;
}
