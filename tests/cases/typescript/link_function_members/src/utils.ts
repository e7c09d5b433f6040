export * from "./own";
export * from "@testing/library";
