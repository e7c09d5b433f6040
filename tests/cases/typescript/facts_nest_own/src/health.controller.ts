import { Get } from "@nestjs/common";
import { GenericController, Tagged, Versioned } from "./own";

@GenericController("health", false)
export class HealthController {
  @Get("test")
  check() {}
}

@Versioned("Users", "users")
export class UsersController {
  @Get(":id")
  one() {}
}

@Tagged("nobody")
export class Nobody {
  @Get("no")
  one() {}
}
