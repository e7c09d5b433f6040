import { FastifyInstance } from "fastify";
import { Shelf } from "../../shelf";

async function listed(fastify: FastifyInstance) {
  fastify.get("/", async () => []);
}

export default async function orders(fastify: FastifyInstance) {
  fastify.register(async function authenticated(fastify) {
    fastify.register(listed);
    fastify.post("/place", async () => 1);
  });
  const shelf = new Shelf();
  shelf.register(async function authenticated(shelf) {
    shelf.post("/nothing", async () => 1);
  });
}
