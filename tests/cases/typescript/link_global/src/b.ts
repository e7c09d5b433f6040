function read(settings: App.Settings) {
  return settings.port;
}
