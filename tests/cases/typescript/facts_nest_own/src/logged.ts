import { applyDecorators, Controller, Get, Module, type ControllerOptions } from "@nestjs/common";
import { RouterModule } from "@nestjs/core";
import * as controllers from "./controllers";

export const LogController = ({ context, ...options }: ControllerOptions & { context?: string }) =>
  applyDecorators(Logged(context), Controller(options));

@LogController({ context: "Simple", path: "debug/log" })
export class SimpleLogController {
  @Get()
  log() {}
}

@Module({ controllers: Object.values(controllers) })
export class SampleModule {}

@Module({ imports: [RouterModule.register([{ path: "test", module: SampleModule }])] })
export class AppModule {}
