import bunyan from "bunyan";
import consola from "consola";
import log4js from "log4js";
import pino from "pino";
import winston from "winston";

const small = pino();
const old = bunyan.createLogger({ name: "shop" });
const four = log4js.getLogger();
const win = winston.createLogger({});

export function tell(order) {
  small.info("pino");
  small.child({ order }).warn("pino child");
  old.info("bunyan");
  four.error("log4js");
  win.info("winston");
  consola.info("consola");
  console.log("console");
}
