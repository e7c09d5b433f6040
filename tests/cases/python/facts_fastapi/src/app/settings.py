API = "/api"
