import { controller, httpDelete, httpGet } from "inversify-express-utils";
import { Get, Route } from "tsoa";
import { del, get } from "@loopback/rest";

@controller("/users")
export class UserController {
  @httpGet("/")
  list() {}

  @httpDelete("/:id")
  remove() {}
}

@Route("teams")
export class TeamController {
  @Get("{teamId}")
  one(teamId: number) {}
}

export class PingController {
  @get("/ping")
  ping() {}

  @del("/ping/{id}")
  stop() {}
}
