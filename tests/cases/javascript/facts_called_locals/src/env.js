function getEnv(key) {
  return process.env[key];
}

export const env = { name: getEnv("APP_NAME"), port: process.env.PORT };
