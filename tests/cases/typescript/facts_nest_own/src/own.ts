import { applyDecorators, Controller, UseGuards } from "@nestjs/common";
import { ApiTags } from "@nestjs/swagger";

export function GenericController(name: string, secured = true) {
  const all = [ApiTags(name), Controller(name)];
  if (secured) all.push(UseGuards());
  return applyDecorators(...all);
}

export const Versioned = (tag: string, path: string) =>
  applyDecorators(ApiTags(tag), Controller({ path: `admin/${path}`, version: "2" }));

export function Tagged(name: string) {
  return applyDecorators(ApiTags(name));
}
