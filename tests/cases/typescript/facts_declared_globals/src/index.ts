const logger = { log(text: string) {} };

export function start(): string {
  console.log(`on ${process.env.PORT}`);
  logger.log("no fact");
  return fetchRow("PORT");
}
