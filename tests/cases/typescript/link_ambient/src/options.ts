export interface Options { name: string }
declare global { interface Window { app: Options } var config: Shared.Config }
