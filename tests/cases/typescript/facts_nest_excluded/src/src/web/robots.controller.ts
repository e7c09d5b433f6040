import { Controller, Get, Post } from "@nestjs/common";

@Controller()
export class RobotsController {
  @Get("robots.txt")
  robots() {}
}

@Controller("comments")
export class CommentController {
  @Post("/")
  list() {}

  @Post("/create")
  create() {}
}
