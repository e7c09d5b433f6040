interface Console {
  log(...data: any[]): void;
}
declare const console: Console;
declare const process: { env: Record<string, string> };
declare function fetchRow(key: string): string;
