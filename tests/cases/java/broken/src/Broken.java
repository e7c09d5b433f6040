class Broken {
  int fine() {
    return 1;
  }

  int bad( {
    return fine();
  }

  int after() {
    return fine();
  }
}
