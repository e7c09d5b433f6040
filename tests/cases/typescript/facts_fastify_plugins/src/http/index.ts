export * as routes from "./routes";
