import nc from "next-connect";
import { withUser } from "../../../lib/user";

const handler = nc({ attachParams: true });

handler.use(withUser);

handler.get(async (req, res) => {
  res.json(new Map().get("x"));
});

handler.post(withUser, (req, res) => {
  res.json({});
});

export default handler;
