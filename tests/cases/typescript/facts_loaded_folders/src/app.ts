import express, { Express, Router } from "express";
import { readdirSync } from "fs";
import { join } from "path";

export default (app: Express): void => {
  const router = Router();
  app.use("/api", router);
  readdirSync(join(__dirname, "./routes")).map(async (file) => {
    (await import(`./routes/${file}`)).default(router);
  });
};

export function legacy(): Express {
  const app = express();
  readdirSync("./plugins").forEach((file) => {
    require("./plugins/" + file)(app);
  });
  return app;
}

// What is loaded from here is not called with anything that routes are added to.
export function hooks(): void {
  readdirSync("./hooks").forEach((file) => require(join(__dirname, "hooks", file))("start"));
}
