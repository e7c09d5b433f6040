import { Router } from "express";

// Is not what the module hands out by default.
export function setUp(router: Router): void {
  router.get("/not-under-api", () => {});
}
