import express, { Router } from "express";
import { all } from "./all";

const app = express();
const api = Router();
app.use("/api", api);
all(api);
