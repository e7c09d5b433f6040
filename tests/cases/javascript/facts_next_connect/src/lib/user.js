import nc from "next-connect";

export const withUser = nc();
withUser.get((req, res) => res.end());
