function fine() {}

function broken( {
  return fine(
}

const after = fine();
