import Orders from "./orders";

Orders.list();
