import { Controller, Get } from "@nestjs/common";

@Controller("stats")
export class LiveController {
  @Get()
  stats() {}
}
