module.exports = (app) => {
  app.get("/health", (request, response) => response.end());
};
