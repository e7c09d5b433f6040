import { Router } from "express";

const show = () => {};

export default (router: Router): void => {
  router.get("/orders/:id", show);
};
