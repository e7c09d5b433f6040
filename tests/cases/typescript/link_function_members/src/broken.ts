export * from "./gone";
export * from "@testing/library";
