import { Router } from "express";

export function users(router: Router): void {
  router.get("/users", (request, response) => response.end());
}
