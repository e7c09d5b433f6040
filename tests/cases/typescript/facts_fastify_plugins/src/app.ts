import fastify from "fastify";
import { routes } from "./http";

const app = fastify();
app.register(routes.orders, { prefix: "orders" });
