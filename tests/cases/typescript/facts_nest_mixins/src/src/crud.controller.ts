import { Controller, Delete, Get, mixin, Post } from "@nestjs/common";

export abstract class ReadController {
  @Get()
  list() {}

  @Get(":id")
  show() {}
}

export function CrudController(name: string): any {
  class Made extends ReadController {
    @Post()
    create() {}

    @Delete(":id")
    remove() {}
  }
  return mixin(Made);
}

export function createHealthController(path: string) {
  @Controller("health")
  class HealthController {
    @Get("live")
    live() {}
  }
  return HealthController;
}

// Nobody derives from it, and it is no controller.
export class Unused {
  @Get("nowhere")
  nowhere() {}
}
