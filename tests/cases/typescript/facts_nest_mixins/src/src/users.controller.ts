import { Controller, Get } from "@nestjs/common";
import { CrudController, ReadController } from "./crud.controller";

@Controller("users")
export class UsersController extends CrudController("user") {
  @Get("me")
  me() {}
}

@Controller("tags")
export class TagsController extends ReadController {
  // Stands in for the one of the base, and is no route any more.
  show() {}
}

// Derives from it, but nobody says that it is a controller.
export class Helper extends ReadController {}
