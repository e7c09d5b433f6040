import { Body, Delete, Get, JsonController, Middleware, Param, Post, UseBefore, createExpressServer } from "routing-controllers";
import { audited } from "./audit";

const BASE = "/orders";

@JsonController(BASE)
@UseBefore(audited)
export class OrderController {
  @Get()
  list() {}

  @Get("/:id")
  one(@Param("id") id: string) {}

  @Post("/")
  @UseBefore(audited)
  add(@Body() order: object) {}
}

// not routes: no controller
export class Helper {
  @Delete("/:id")
  remove() {}
}

@Middleware({ type: "before" })
export class Timing {
  use() {}
}

export const app = createExpressServer({ routePrefix: "/api", controllers: [OrderController] });
