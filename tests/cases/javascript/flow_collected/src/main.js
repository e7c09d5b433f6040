function first() {}
function second() {}

function runAll(...functions) {
  functions.forEach(each => each());
}
runAll(first, second);

function runSecond(start, ...rest) {
  rest[0]();
}
runSecond(first, second);

function pass(...given) {
  apart(...given);
}
function apart(one, other) {
  one();
  other();
}
pass(first, second);

function never(...rest) {
  rest[0]();
}

function tag(texts, value) {
  value();
}
tag`text ${first}`;

let later;
function setLater(given) {
  later = given;
}
setLater(second);
later();

function hidden(later) {
  later = first;
}

class Made {
  static make() {
    return new this();
  }
}
