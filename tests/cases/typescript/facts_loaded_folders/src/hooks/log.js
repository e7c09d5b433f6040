module.exports = (app) => {
  app.get("/never", 1);
};
