import { createRouter } from "next-connect";

const router = createRouter();

router.get((req, res) => res.json([])).delete((req, res) => res.end());

export default router.handler({ onError: () => {} });
