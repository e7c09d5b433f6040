import { Router } from "express";
import { users } from "./users";

// Adds nothing itself, only hands on what it is given.
export function all(router: Router): void {
  users(router);
}
